// lint_probes(): what is doubtful about a probe file.
#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "ragsieve/connect/probes/probe_file.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/pipeline/probes.h"
#include "ragsieve/pipeline/summaries.h"
#include "ragsieve/text/personal_data.h"
#include "ragsieve/text/question_key.h"

namespace ragsieve {
namespace {

constexpr std::size_t kNeighbours = 16;
constexpr std::size_t kWeighedProbes = 4;  // with fewer, one may well weigh half

std::size_t count_code_points(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string percent(double share) {
  return std::to_string(static_cast<int>(share * 100 + 0.5)) + " %";
}

bool has_question_mark(std::string_view text) {
  constexpr std::array<std::string_view, 5> kMarks{"?", "？", "؟", "՞", ";"};
  return std::ranges::any_of(
      kMarks, [&](std::string_view mark) { return text.find(mark) != std::string_view::npos; });
}

// A statement: a full stop at its end and no question mark. Keywords without one are what users
// type, and pass.
bool is_statement(std::string_view text) {
  constexpr std::array<std::string_view, 4> kStops{".", "!", "。", "।"};
  const std::size_t last = text.find_last_not_of(" \t\r\n\"')");
  if (last == std::string_view::npos || has_question_mark(text)) return false;
  const std::string_view body = text.substr(0, last + 1);
  return std::ranges::any_of(kStops, [&](std::string_view stop) { return body.ends_with(stop); });
}

class Lint {
 public:
  Lint(const ProbeLintOptions& options, const ProbeSet& set) : options_(options), set_(set) {
    for (const Probe& probe : set.probes) keys_.push_back(question_key(probe.question));
  }

  std::vector<ProbeFinding> run(std::span<const ProbeFinding> near) {
    for (const Error& error : set_.bad) unreadable(error);
    std::unordered_map<std::string_view, std::size_t> first;
    double total = 0;
    for (const Probe& probe : set_.probes) total += probe.weight;
    for (std::size_t i = 0; i < set_.probes.size(); ++i) {
      const auto [same, is_new] = first.emplace(keys_[i], i);
      if (!is_new && !keys_[i].empty()) duplicate(i, same->second);
      form(i);
      weight(i, total);
      for (const ProbeFinding& finding : near) {
        if (finding.id == set_.probes[i].id) findings_.push_back(finding);
      }
    }
    return std::move(findings_);
  }

  const std::vector<std::string>& keys() const { return keys_; }

 private:
  void add(std::size_t i, std::string kind, std::string message, std::string other = {}) {
    findings_.push_back(
        {std::move(kind), set_.probes[i].id, std::move(other), 0, std::move(message)});
  }

  void unreadable(const Error& error) {
    const std::string field = error.where.field.empty() ? "" : error.where.field + ": ";
    findings_.push_back({"unreadable", "", "", error.where.line, field + error.message});
  }

  void duplicate(std::size_t i, std::size_t first) {
    const std::string& fact = set_.probes[i].expected_fact;
    const std::string& other = set_.probes[first].expected_fact;
    const bool apart = !fact.empty() && !other.empty() && question_key(fact) != question_key(other);
    add(i, "duplicate",
        "asks the same as " + set_.probes[first].id + (apart ? ", but expects another fact" : ""),
        set_.probes[first].id);
  }

  void form(std::size_t i) {
    const std::string& question = set_.probes[i].question;
    const std::size_t n_words =
        keys_[i].empty() ? 0 : 1 + static_cast<std::size_t>(std::ranges::count(keys_[i], ' '));
    const std::size_t n_code_points = count_code_points(question);
    const bool ascii = std::ranges::all_of(question, [](char c) { return (c & 0x80) == 0; });
    if (n_words < options_.shortest_words && (ascii || n_code_points < 4)) {
      add(i, "too_short",
          "has " + std::to_string(n_words) + " words, expected " +
              std::to_string(options_.shortest_words) + " or more");
    }
    if (n_code_points > options_.longest_code_points) {
      add(i, "too_long",
          "has " + std::to_string(n_code_points) + " characters, expected " +
              std::to_string(options_.longest_code_points) + " or fewer");
    }
    const std::vector<PersonalDatum> found = find_personal_data(question);
    if (!found.empty()) {
      add(i, "personal_data",
          "holds personal data (" + std::string(found.front().kind) + "), ask without it");
    }
    if (is_statement(question)) add(i, "no_question", "is a statement, expected a question");
  }

  void weight(std::size_t i, double total) {
    const double share = set_.probes[i].weight / total;
    if (set_.probes.size() < kWeighedProbes || share <= options_.largest_share) return;
    add(i, "weight", "has " + percent(share) + " of all weight, the others hardly count");
  }

  const ProbeLintOptions& options_;
  const ProbeSet& set_;
  std::vector<std::string> keys_;
  std::vector<ProbeFinding> findings_;
};

// For each probe the nearest one before it, at the threshold, unless the words are the same.
Result<std::vector<ProbeFinding>> near_duplicates(const ProbeLintOptions& options,
                                                  const ProbeSet& set,
                                                  const std::vector<std::string>& keys,
                                                  Encoder& encoder, const RunOptions& run) {
  std::vector<ProbeFinding> findings;
  if (set.probes.size() < 2) return findings;
  std::vector<std::string_view> texts;
  for (const Probe& probe : set.probes) texts.push_back(probe.question);
  RAGSIEVE_TRY(const Matrix vectors, encoder.encode(texts, TextKind::kQuery, run));
  MatrixView view = vectors.view();
  RAGSIEVE_TRY(const std::vector<double> norms, inverse_norms(view, run));
  view.inverse_norms = norms;
  KnnOptions knn;
  knn.k = kNeighbours;
  RAGSIEVE_TRY(const NeighbourGraph graph, build_graph(view, knn, run));
  for (std::size_t i = 0; i < set.probes.size(); ++i) {
    for (const Neighbour& neighbour : graph.of(i)) {
      if (neighbour.cosine < options.near_cosine) break;
      if (neighbour.row > i || keys[neighbour.row] == keys[i]) continue;
      const std::string& other = set.probes[neighbour.row].id;
      const auto cosine = std::to_string(neighbour.cosine).substr(0, 5);
      findings.push_back({"near_duplicate", set.probes[i].id, other, 0,
                          "asks nearly the same as " + other + " (cosine " + cosine + ")"});
      break;
    }
  }
  return findings;
}

}  // namespace

Result<ProbeLintReport> lint_probes(const ProbeLintOptions& options, const ModelsInUse& models,
                                    const RunOptions& run) {
  RAGSIEVE_TRY(const ProbeSet set, read_probes(options.probes, run));
  return lint_probe_set(set, options, models, run);
}

Result<ProbeLintReport> lint_probe_set(const ProbeSet& set, const ProbeLintOptions& options,
                                       const ModelsInUse& models, const RunOptions& run) {
  ProbeLintReport report;
  report.summary = start_summary("probes lint", "default");
  Lint lint(options, set);
  std::vector<ProbeFinding> near;
  if (models.encoder == nullptr) {
    report.errors.push_back(make_error(Code::kUnavailable,
                                       "near-duplicates were not looked for: there is no encoder",
                                       Where{options.probes, 0, ""}));
  } else {
    auto found = near_duplicates(options, set, lint.keys(), *models.encoder, run);
    if (!found.ok() && found.error().code == Code::kCancelled) return std::move(found).error();
    if (found.ok()) {
      near = *std::move(found);
    } else {
      Error error = std::move(found).error();
      error.message = "near-duplicates were not looked for: " + error.message;
      report.errors.push_back(std::move(error));
    }
  }
  report.findings = lint.run(near);
  report.summary.counts = {{"probes", set.probes.size()}, {"findings", report.findings.size()}};
  report.summary.thresholds = {{"near_cosine", options.near_cosine}};
  if (!report.errors.empty()) report.summary.unscored.emplace_back("near_duplicates");
  return report;
}

}  // namespace ragsieve
