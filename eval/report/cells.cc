#include "eval/report/cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "eval/report/families.h"

namespace ragsieve::eval {
namespace {

constexpr std::array<std::string_view, 19> kOrder{"rsg",
                                                  "audit_default",
                                                  "audit_default_reference",
                                                  "clean_base",
                                                  "clean_base_published",
                                                  "ahd",
                                                  "isolation_forest",
                                                  "knn_distance",
                                                  "lof",
                                                  "rsq",
                                                  "filter_default",
                                                  "filter_default_reference",
                                                  "trust_rag",
                                                  "rag_defender",
                                                  "rag_defender_multi_hop",
                                                  "raguard",
                                                  "perplexity",
                                                  "eco_safe_rag",
                                                  "gmtp_clm"};

}  // namespace

std::string three_digits(double value) {
  if (std::isnan(value)) return "-";
  char text[32];
  std::snprintf(text, sizeof(text), "%.3f", value);
  return text[0] == '0' ? text + 1 : text;
}

std::string interval_text(double value, const Interval& interval) {
  return three_digits(value) + " [" + three_digits(interval.low) + ", " +
         three_digits(interval.high) + "]";
}

AttackRow attack_row(const RowKey& key) { return {key.family, key.per_target}; }

std::string attack_text(const AttackRow& row) {
  if (row.first.empty()) return "(clean corpus)";
  return row.second == 0 ? row.first : row.first + ", " + std::to_string(row.second) + " a target";
}

bool is_counted(const AttackRow& row) {
  return !row.first.empty() && row.second == 0 && use_of(row.first) != FamilyUse::kNotCounted;
}

std::size_t detector_order(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(kOrder, name) - kOrder.begin());
}

}  // namespace ragsieve::eval
