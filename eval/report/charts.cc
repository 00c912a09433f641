#include "eval/report/charts.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

#include "eval/measures/answer_figures.h"
#include "eval/measures/macro.h"
#include "eval/report/cells.h"
#include "eval/report/svg.h"

namespace ragsieve::eval {
namespace {

using Order = std::pair<std::size_t, std::string>;  // of detectors: known ones first

Order order_of(const std::string& detector) { return {detector_order(detector), detector}; }

// Ours and the peers, without ablations and sensitivity.
bool is_shown(const RowKey& key) {
  const Order known = order_of(key.detector);
  return known.first != detector_order("") || key.table == kAnswersTable;
}

double mean(const std::vector<double>& cells) { return macro_mean(cells).value; }

struct Cells {
  std::vector<double> x;
  std::vector<double> y;
};

// One point a detector: means of both values over the counted rows of a table.
std::vector<Series> points_of(const std::vector<ResultLine>& lines, std::string_view table,
                              const std::function<Point(const ResultLine&)>& value) {
  std::map<Order, Cells> found;
  for (const ResultLine& line : lines) {
    if (line.key.table != table || !is_counted(attack_row(line.key)) || !is_shown(line.key)) {
      continue;
    }
    Cells& cells = found[order_of(line.key.detector)];
    const Point point = value(line);
    cells.x.push_back(point.x);
    cells.y.push_back(point.y);
  }
  std::vector<Series> series;
  for (const auto& [order, cells] : found) {
    series.push_back({order.second, {{mean(cells.x), mean(cells.y)}}});
  }
  return series;
}

double highest(const std::vector<Series>& all, double Point::* member, double least) {
  double high = least;
  for (const Series& series : all) {
    for (const Point& point : series.points) {
      if (std::isfinite(point.*member)) high = std::max(high, point.*member);
    }
  }
  return high;
}

double percent_of(const Removed& removed) {
  return removed.n == 0
             ? std::nan("")
             : 100.0 * static_cast<double>(removed.n_removed) / static_cast<double>(removed.n);
}

Chart filter_plane(const std::vector<ResultLine>& lines) {
  Chart chart;
  chart.title = "Between retrieval and generation: removed by each detector's own threshold";
  chart.series = points_of(lines, "filter", [](const ResultLine& line) -> Point {
    const double poisons = line.figures.too_few ? std::nan("") : percent_of(line.positives);
    return {percent_of(line.negatives), poisons};
  });
  chart.x = {"clean candidates removed, %", 0,
             std::ceil(highest(chart.series, &Point::x, 5) / 5) * 5};
  chart.y = {"poisons removed, %", 0, 100};
  return chart;
}

Chart answers_plane(const std::vector<ResultLine>& lines) {
  Chart chart;
  chart.title = "Answers under each defence";
  chart.series = points_of(lines, kAnswersTable, [](const ResultLine& line) -> Point {
    if (!line.answers) return {std::nan(""), std::nan("")};
    return {figure_of(line.answers->clean, AnswerMeasure::kTokenF1).value,
            figure_of(line.answers->poisoned, AnswerMeasure::kAttackSuccess).value};
  });
  chart.x = {"token F1 without poisons", 0,
             std::ceil(highest(chart.series, &Point::x, 0.1) * 10) / 10};
  chart.y = {"attack success with poisons", 0,
             std::ceil(highest(chart.series, &Point::y, 0.1) * 10) / 10};
  return chart;
}

// Poisons a target of a row that belongs into poisons.svg.
std::optional<double> poisons_of(const RowKey& key) {
  if (key.family == "poisonedrag_llm+llm_gpt4" && key.per_target == 0) return 10;
  const bool numbered = key.per_target == 1 || key.per_target == 3 || key.per_target == 5;
  const bool published = key.family == "poisonedrag_black" || key.family == "poisonedrag_llm" ||
                         key.family == "llm_gpt4";
  if (!numbered || !published) return std::nullopt;
  return static_cast<double>(key.per_target);
}

Chart poisons_chart(const std::vector<ResultLine>& lines, std::string_view table) {
  std::map<Order, std::map<double, std::vector<double>>> found;
  for (const ResultLine& line : lines) {
    const std::optional<double> poisons = poisons_of(line.key);
    if (line.key.table != table || !poisons || !is_shown(line.key)) continue;
    found[order_of(line.key.detector)][*poisons].push_back(line.figures.detection);
  }
  Chart chart;
  chart.title = table == "filter" ? "Between retrieval and generation" : "Over a whole corpus";
  chart.title += ": detection at 5 % clean removal";
  for (const auto& [order, cells] : found) {
    Series series{order.second, {}};
    for (const auto& [poisons, values] : cells) {
      const double value = mean(values);
      if (std::isfinite(value)) series.points.push_back({poisons, value});
    }
    chart.series.push_back(std::move(series));
  }
  chart.x = {"poisons a target", 0, 10};
  chart.y = {"detection", 0, 1};
  return chart;
}

}  // namespace

std::vector<NamedSvg> charts_of(const std::vector<ResultLine>& lines) {
  std::vector<NamedSvg> charts;
  const auto add = [&](const std::string& name, const Chart& chart, auto draw) {
    const bool any = std::ranges::any_of(
        chart.series, [](const Series& series) { return !series.points.empty(); });
    if (any) charts.push_back({name, draw(chart)});
  };
  add("plane_filter.svg", filter_plane(lines), scatter_svg);
  add("plane_answers.svg", answers_plane(lines), scatter_svg);
  add("poisons_audit.svg", poisons_chart(lines, "audit"), lines_svg);
  add("poisons_filter.svg", poisons_chart(lines, "filter"), lines_svg);
  return charts;
}

}  // namespace ragsieve::eval
