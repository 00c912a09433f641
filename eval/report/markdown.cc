#include "eval/report/markdown.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "eval/measures/macro.h"
#include "eval/report/answers_markdown.h"
#include "eval/report/cells.h"
#include "eval/report/families.h"

namespace ragsieve::eval {
namespace {

// Ours first, then the peers, then what is new, by name and options.
using Column = std::tuple<std::size_t, std::string, std::string>;
Column column_of(const ResultLine& line) {
  return {detector_order(line.key.detector), line.key.detector, line.key.config};
}

using Cells = std::map<AttackRow, std::map<Column, const ResultLine*>>;

std::string percent(double share) {
  if (std::isnan(share)) return "-";
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f %%", 100 * share);
  return text;
}

std::string figures_cell(const ResultLine& line) {
  if (line.figures.too_few) return "too few";
  return three_digits(line.figures.auroc) + " / " + three_digits(line.figures.detection);
}

// One dataset under one encoder.
class Section {
 public:
  void add(const ResultLine& line) {
    cells_[attack_row(line.key)][column_of(line)] = &line;
    columns_.insert(column_of(line));
    measured_.insert("version " + line.version + ", " + line.machine);
    figures_.insert(line.key.figures);
    example_ = &line;
  }

  [[nodiscard]] std::string text() const {
    std::string out = "## " + example_->key.dataset + "\n\nEncoder " + example_->key.encoder +
                      ". Corpus " + example_->key.corpus_digest.substr(0, 12) + ", poisons " +
                      example_->key.poisons_digest.substr(0, 12) + ".\n\n";
    out += "AUROC / detection at the budget:\n\n" + figures_table();
    out += "\nRemoved by the detector's own threshold, poisons / clean documents:\n\n" +
           removal_table();
    out += "\nIntervals:\n\n" + interval_table() + "\n";
    for (const std::string& line : measured_) out += "Measured by " + line + ".\n";
    for (const std::string& line : figures_) out += "Figures: " + line + "\n";
    return out + "\n";
  }

 private:
  [[nodiscard]] std::string header(const std::string& first) const {
    std::string head = "| " + first + " |";
    std::string rule = "|---|---|---|";
    head += " use | n (targets or queries) |";
    for (const Column& column : columns_) {
      head += " " + std::get<1>(column) + " |";
      rule += "---|";
    }
    return head + "\n" + rule + "\n";
  }

  [[nodiscard]] std::string row(const AttackRow& row,
                                const std::map<Column, const ResultLine*>& cells,
                                const std::function<std::string(const ResultLine&)>& cell) const {
    const ResultLine& any = *cells.begin()->second;
    const std::string use(row.first.empty() ? "" : use_name(use_of(row.first)));
    std::string text = "| " + attack_text(row) + " | " + use + " | " +
                       std::to_string(any.figures.n_positives) + " (" +
                       std::to_string(any.n_targets) + ") |";
    for (const Column& column : columns_) {
      const auto found = cells.find(column);
      text += " " + (found == cells.end() ? std::string("-") : cell(*found->second)) + " |";
    }
    return text + "\n";
  }

  [[nodiscard]] std::string figures_table() const {
    std::string out = header("attack");
    for (const auto& [key, cells] : cells_) {
      if (!key.first.empty()) out += row(key, cells, figures_cell);
    }
    return out + macro_row();
  }

  // Over the counted attacks with all their poisons.
  [[nodiscard]] std::string macro_row() const {
    std::string out = "| macro mean of the counted | | |";
    for (const Column& column : columns_) {
      std::vector<double> aurocs;
      std::vector<double> detections;
      for (const auto& [key, cells] : cells_) {
        const auto found = cells.find(column);
        if (!is_counted(key) || found == cells.end()) continue;
        aurocs.push_back(found->second->figures.auroc);
        detections.push_back(found->second->figures.detection);
      }
      const MacroMean auroc = macro_mean(aurocs);
      out += " " + three_digits(auroc.value) + " / " + three_digits(macro_mean(detections).value) +
             " (" + std::to_string(auroc.n) + ") |";
    }
    return out + "\n";
  }

  [[nodiscard]] std::string removal_table() const {
    std::string out = header("attack");
    for (const auto& [key, cells] : cells_) {
      out += row(key, cells, [](const ResultLine& line) {
        return percent(line.positives.rate()) + " / " + percent(line.negatives.rate());
      });
    }
    return out;
  }

  [[nodiscard]] std::string interval_table() const {
    std::string out = "| attack | detector | AUROC | detection |\n|---|---|---|---|\n";
    for (const auto& [key, cells] : cells_) {
      for (const auto& [column, line] : cells) {
        if (line->figures.too_few) continue;
        out += "| " + attack_text(key) + " | " + line->key.detector + " | " +
               interval_text(line->figures.auroc, line->figures.intervals.auroc) + " | " +
               interval_text(line->figures.detection, line->figures.intervals.detection) + " |\n";
      }
    }
    return out;
  }

  Cells cells_;
  std::set<Column> columns_;
  std::set<std::string> measured_;
  std::set<std::string> figures_;
  const ResultLine* example_ = nullptr;
};

std::string table_text(const std::vector<ResultLine>& lines, std::string_view table) {
  std::vector<const ResultLine*> sorted;
  for (const ResultLine& line : lines) {
    if (line.key.table == table) sorted.push_back(&line);
  }
  std::ranges::sort(sorted, {}, [](const ResultLine* line) { return line->key; });
  using Place = std::tuple<std::string, std::string, std::string, std::string>;
  std::map<Place, Section> sections;
  for (const ResultLine* line : sorted) {
    const RowKey& key = line->key;
    sections[{key.dataset, key.encoder, key.corpus_digest, key.poisons_digest}].add(*line);
  }
  std::string out;
  for (const auto& [place, section] : sections) out += section.text();
  return out;
}

}  // namespace

std::string markdown_report(const std::vector<ResultLine>& lines) {
  std::string out;
  for (const auto& [table, title] : {std::pair("audit", "Audit: a whole corpus"),
                                     std::pair("filter", "Filter: the retrieval of a query")}) {
    const std::string text = table_text(lines, table);
    if (!text.empty()) out += "# " + std::string(title) + ", detectors side by side\n\n" + text;
  }
  return out + answers_report(lines);
}

}  // namespace ragsieve::eval
