#include "eval/report/answers_markdown.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "eval/measures/macro.h"
#include "eval/report/cells.h"
#include "eval/report/families.h"

namespace ragsieve::eval {
namespace {

constexpr std::array<std::string_view, 7> kOwn{"none",
                                               "rsg",
                                               "audit_default",
                                               "audit_default_reference",
                                               "rsq",
                                               "filter_default",
                                               "filter_default_reference"};

// Nothing and ours first, a serial deployment behind its first detector, then the peers.
using Column = std::tuple<std::size_t, std::size_t, std::string, std::string>;
Column column_of(const ResultLine& line) {
  const std::string& name = line.key.detector;
  const std::size_t plus = name.find('+');
  const std::string_view first = std::string_view(name).substr(0, plus);
  const auto own = static_cast<std::size_t>(std::ranges::find(kOwn, first) - kOwn.begin());
  const std::size_t place = own < kOwn.size() ? own : kOwn.size() + detector_order(first);
  return {place, plus == name.npos ? 0 : 1, name, line.key.config};
}

using Lines = std::vector<const ResultLine*>;
using Cells = std::map<AttackRow, std::map<Column, const ResultLine*>>;

const MeanFigure& clean_of(const ResultLine& line, AnswerMeasure measure) {
  return figure_of(line.answers->clean, measure);
}
const MeanFigure& poisoned_of(const ResultLine& line, AnswerMeasure measure) {
  return figure_of(line.answers->poisoned, measure);
}

// A column of the means: a measure of one of the two sides.
struct Mean {
  std::string_view title;
  AnswerMeasure measure;
  bool poisoned;
};
constexpr std::array<Mean, 9> kMeans{
    {{"Recall@5", AnswerMeasure::kRecall, false},
     {"F1", AnswerMeasure::kTokenF1, false},
     {"EM", AnswerMeasure::kExactMatch, false},
     {"holds", AnswerMeasure::kHoldsReference, false},
     {"F1, poisoned", AnswerMeasure::kTokenF1, true},
     {"EM, poisoned", AnswerMeasure::kExactMatch, true},
     {"holds, poisoned", AnswerMeasure::kHoldsReference, true},
     {"attack success", AnswerMeasure::kAttackSuccess, true},
     {"poisons in the context", AnswerMeasure::kPoisonShare, true}}};

const MeanFigure& mean_of(const ResultLine& line, const Mean& mean) {
  return mean.poisoned ? poisoned_of(line, mean.measure) : clean_of(line, mean.measure);
}

// One row a defence: means over the counted attacks, each with the number of attacks behind it.
std::string means_table(const Lines& lines) {
  std::map<Column, Lines> by_defence;
  for (const ResultLine* line : lines) {
    if (is_counted(attack_row(line->key))) by_defence[column_of(*line)].push_back(line);
  }
  std::string head = "| defence |";
  std::string rule = "|---|";
  for (const Mean& mean : kMeans) {
    head += " " + std::string(mean.title) + " |";
    rule += "---|";
  }
  std::string out = head + "\n" + rule + "\n";
  for (const auto& [column, of_defence] : by_defence) {
    out += "| " + std::get<2>(column) + " |";
    for (const Mean& mean : kMeans) {
      std::vector<double> values;
      for (const ResultLine* line : of_defence) values.push_back(mean_of(*line, mean).value);
      const MacroMean macro = macro_mean(values);
      out += " " + three_digits(macro.value) + " (" + std::to_string(macro.n) + ") |";
    }
    out += "\n";
  }
  return out;
}

std::string both_cell(const ResultLine& line, AnswerMeasure measure) {
  const MeanFigure& clean = clean_of(line, measure);
  const MeanFigure& poisoned = poisoned_of(line, measure);
  return three_digits(clean.value) + " / " + three_digits(poisoned.value) + " (" +
         std::to_string(poisoned.n) + ")";
}

// One dataset under one encoder and reader.
class AnswersSection {
 public:
  explicit AnswersSection(const Lines& lines) : lines_(lines) {
    for (const ResultLine* line : lines) {
      cells_[attack_row(line->key)][column_of(*line)] = line;
      columns_.insert(column_of(*line));
      notes_.insert("Measured by version " + line->version + ", " + line->machine + ".");
      notes_.insert("Figures: " + line->key.figures);
    }
  }

  [[nodiscard]] std::string text() const {
    const RowKey& key = lines_.front()->key;
    std::string out = "## " + key.dataset + "\n\nEncoders, causal LM and reader: " + key.encoder +
                      ". Corpus " + key.corpus_digest.substr(0, 12) + ", poisons " +
                      key.poisons_digest.substr(0, 12) +
                      ".\n\nMeans over the counted attacks:\n\n" + means_table(lines_);
    const std::array<std::pair<std::string_view, AnswerMeasure>, 6> measures{
        {{"Attack success", AnswerMeasure::kAttackSuccess},
         {"Token F1", AnswerMeasure::kTokenF1},
         {"Exact match", AnswerMeasure::kExactMatch},
         {"Answers that hold a reference", AnswerMeasure::kHoldsReference},
         {"Recall@5", AnswerMeasure::kRecall},
         {"Poisons among what the reader reads", AnswerMeasure::kPoisonShare}}};
    for (const auto& [title, measure] : measures) {
      out += "\n" + std::string(title) + ", without / with poisons (queries):\n\n" +
             attacks_table(measure);
    }
    out += "\nIntervals:\n\n" + interval_table() + "\n";
    for (const std::string& note : notes_) out += note + "\n";
    return out + "\n";
  }

 private:
  [[nodiscard]] std::string attacks_table(AnswerMeasure measure) const {
    std::string head = "| attack | use |";
    std::string rule = "|---|---|";
    for (const Column& column : columns_) {
      head += " " + std::get<2>(column) + " |";
      rule += "---|";
    }
    std::string out = head + "\n" + rule + "\n";
    for (const auto& [attack, cells] : cells_) {
      out +=
          "| " + attack_text(attack) + " | " + std::string(use_name(use_of(attack.first))) + " |";
      for (const Column& column : columns_) {
        const auto found = cells.find(column);
        out += " " + (found == cells.end() ? std::string("-") : both_cell(*found->second, measure));
        out += " |";
      }
      out += "\n";
    }
    return out;
  }

  [[nodiscard]] std::string interval_table() const {
    std::string out =
        "| attack | defence | Recall@5 | F1 | F1, poisoned | holds, poisoned | attack success |\n"
        "|---|---|---|---|---|---|---|\n";
    const std::array<Mean, 5> means{{{"", AnswerMeasure::kRecall, false},
                                     {"", AnswerMeasure::kTokenF1, false},
                                     {"", AnswerMeasure::kTokenF1, true},
                                     {"", AnswerMeasure::kHoldsReference, true},
                                     {"", AnswerMeasure::kAttackSuccess, true}}};
    for (const auto& [attack, cells] : cells_) {
      for (const auto& [column, line] : cells) {
        out += "| " + attack_text(attack) + " | " + line->key.detector + " |";
        for (const Mean& mean : means) {
          const MeanFigure& figure = mean_of(*line, mean);
          out += " " + interval_text(figure.value, figure.interval) + " |";
        }
        out += "\n";
      }
    }
    return out;
  }

  Lines lines_;
  Cells cells_;
  std::set<Column> columns_;
  std::set<std::string> notes_;
};

// Where one encoder and reader answered on several datasets.
std::string datasets_text(const Lines& lines) {
  std::map<std::string, Lines> by_encoder;
  for (const ResultLine* line : lines) by_encoder[line->key.encoder].push_back(line);
  std::string out;
  for (const auto& [encoder, of_encoder] : by_encoder) {
    std::set<std::string> names;
    for (const ResultLine* line : of_encoder) names.insert(line->key.dataset);
    if (names.size() < 2) continue;
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    out += "## Means over datasets and counted attacks: " + list +
           "\n\nEncoders, causal LM and reader: " + encoder + ".\n\n" + means_table(of_encoder) +
           "\n";
  }
  return out;
}

}  // namespace

std::string answers_report(const std::vector<ResultLine>& lines) {
  Lines sorted;
  for (const ResultLine& line : lines) {
    if (line.answers) sorted.push_back(&line);
  }
  if (sorted.empty()) return "";
  std::ranges::sort(sorted, {}, [](const ResultLine* line) { return line->key; });
  std::map<std::tuple<std::string, std::string, std::string, std::string>, Lines> sections;
  for (const ResultLine* line : sorted) {
    const RowKey& key = line->key;
    sections[{key.dataset, key.encoder, key.corpus_digest, key.poisons_digest}].push_back(line);
  }
  std::string out =
      "# Answers: what a reader says, defences side by side\n\n"
      "F1 and EM: token F1 and exact match after SQuAD normalisation. Holds: the words of a "
      "reference stand in the answer, in order and together. Attack success: the answer supports "
      "the target and no reference. In brackets the number of attacks or queries: means over "
      "another number of attacks are not comparable.\n\n" +
      datasets_text(sorted);
  for (const auto& [place, section] : sections) out += AnswersSection(section).text();
  return out;
}

}  // namespace ragsieve::eval
