#include "eval/report/costs_markdown.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "eval/report/cells.h"

namespace ragsieve::eval {
namespace {

struct Cost {
  std::vector<double> values;      // seconds a scan, milliseconds a query
  std::vector<double> a_document;  // microseconds; of queries none
};

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
  return text;
}

std::string mean_and_range(const std::vector<double>& values) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const std::string mean = number(sum / static_cast<double>(values.size()));
  return values.size() == 1 ? mean : mean + " (" + number(*least) + " to " + number(*most) + ")";
}

// Adds the line to its detector's cost; false for what has none.
bool add(const ResultLine& line, Cost& cost) {
  if (line.key.table == "audit") {
    const std::size_t n = line.figures.n_positives + line.figures.n_negatives;
    if (n == 0) return false;
    cost.values.push_back(line.seconds);
    cost.a_document.push_back(1e6 * line.seconds / static_cast<double>(n));
    return true;
  }
  if (line.key.table != "filter" || line.n_targets == 0) return false;
  const double judged = 2 * static_cast<double>(line.n_targets);  // attacked and clean
  cost.values.push_back(1e3 * line.seconds / judged);
  return true;
}

using Place = std::tuple<std::string, std::string, std::string, std::string>;
using Row = std::pair<std::size_t, std::string>;  // in the order of detectors

}  // namespace

std::string costs_report(const std::vector<ResultLine>& lines) {
  std::map<Place, std::map<Row, Cost>> places;
  for (const ResultLine& line : lines) {
    const RowKey& key = line.key;
    Cost cost;
    if (!add(line, cost)) continue;
    Cost& all = places[{key.table, key.dataset, key.encoder, line.machine}]
                      [{detector_order(key.detector), key.detector}];
    all.values.insert(all.values.end(), cost.values.begin(), cost.values.end());
    all.a_document.insert(all.a_document.end(), cost.a_document.begin(), cost.a_document.end());
  }
  std::string out;
  for (const auto& [place, rows] : places) {
    const auto& [table, dataset, encoder, machine] = place;
    const bool scan = table == "audit";
    out += "## " + dataset + ", " + (scan ? "a scan" : "a query") + "\n\nEncoder " + encoder +
           "; " + machine + ".\n\n| detector | rows | " +
           (scan ? "seconds a scan | microseconds a document |\n|---|---|---|---|\n"
                 : "milliseconds a query |\n|---|---|---|\n");
    for (const auto& [row, cost] : rows) {
      out += "| " + row.second + " | " + std::to_string(cost.values.size()) + " | " +
             mean_and_range(cost.values) + " |" +
             (scan ? " " + mean_and_range(cost.a_document) + " |" : "") + "\n";
    }
    out += "\n";
  }
  return out.empty() ? out : "# Costs\n\n" + out;
}

}  // namespace ragsieve::eval
