#include "eval/report/means_markdown.h"

#include <cmath>
#include <cstdio>
#include <map>
#include <tuple>
#include <utility>

#include "eval/measures/macro.h"
#include "eval/report/cells.h"

namespace ragsieve::eval {
namespace {

struct AttackFigures {
  double auroc = 0;
  double detection = 0;
  double removed = 0;  // of the poisons, by the detector's own threshold
  double alarms = 0;   // of the clean documents
};
using ByAttack = std::map<std::string, AttackFigures>;
using Row = std::pair<std::size_t, std::string>;  // order and name of the detector

std::string number_text(const char* format, double value) {
  if (std::isnan(value)) return "-";
  char text[32];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

double mean_of(const ByAttack& attacks, double AttackFigures::* figure) {
  std::vector<double> values;
  for (const auto& [attack, figures] : attacks) values.push_back(figures.*figure);
  return macro_mean(values).value;
}

// The longest other detector that the name extends: "rsg" of "rsg_k8".
const ByAttack* base_of(const std::string& name, const std::map<Row, ByAttack>& rows) {
  const ByAttack* best = nullptr;
  std::size_t length = 0;
  for (const auto& [row, attacks] : rows) {
    const std::string& base = row.second;
    if (base.size() <= length || !name.starts_with(base + "_")) continue;
    best = &attacks;
    length = base.size();
  }
  return best;
}

// Mean difference over the attacks that both have.
double difference(const ByAttack& ours, const ByAttack& base, double AttackFigures::* figure) {
  std::vector<double> values;
  for (const auto& [attack, figures] : ours) {
    const auto found = base.find(attack);
    if (found != base.end()) values.push_back(figures.*figure - found->second.*figure);
  }
  return macro_mean(values).value;
}

std::string row_text(const std::string& name, const ByAttack& attacks, const ByAttack* base) {
  const double nothing = std::nan("");
  std::string text = "| " + name + " | " + std::to_string(attacks.size()) + " |";
  for (const auto figure : {&AttackFigures::auroc, &AttackFigures::detection}) {
    const double change = base == nullptr ? nothing : difference(attacks, *base, figure);
    text +=
        " " + three_digits(mean_of(attacks, figure)) + " | " + number_text("%+.3f", change) + " |";
  }
  for (const auto figure : {&AttackFigures::removed, &AttackFigures::alarms}) {
    text += " " + number_text("%.2f %%", 100 * mean_of(attacks, figure)) + " |";
  }
  return text + "\n";
}

}  // namespace

std::string means_report(const std::vector<ResultLine>& lines) {
  using Place = std::tuple<std::string, std::string, std::string>;  // table, dataset, encoder
  std::map<Place, std::map<Row, ByAttack>> places;
  for (const ResultLine& line : lines) {
    const RowKey& key = line.key;
    const AttackRow attack = attack_row(key);
    if (key.table != "audit" && key.table != "filter") continue;
    if (line.figures.too_few || !is_counted(attack)) continue;
    const std::string encoder = key.encoder.substr(0, key.encoder.find('@'));
    places[{key.table, key.dataset, encoder}][{detector_order(key.detector), key.detector}]
          [attack.first] = {line.figures.auroc, line.figures.detection, line.positives.rate(),
                            line.negatives.rate()};
  }
  std::string out;
  for (const auto& [place, rows] : places) {
    const auto& [table, dataset, encoder] = place;
    out += "## " + table + ", " + dataset + ", " + encoder + "\n\n" +
           "| detector | attacks | AUROC | change | detection | change | poisons removed | clean "
           "removed |\n|---|---|---|---|---|---|---|---|\n";
    for (const auto& [row, attacks] : rows) {
      out += row_text(row.second, attacks, base_of(row.second, rows));
    }
    out += "\n";
  }
  return out.empty() ? out : "# Means over the counted attacks\n\n" + out;
}

}  // namespace ragsieve::eval
