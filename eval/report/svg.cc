#include "eval/report/svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace ragsieve::eval {
namespace {

constexpr double kWidth = 860;
constexpr double kHeight = 460;
constexpr double kLeft = 70;
constexpr double kRight = 320;  // room for names
constexpr double kTop = 50;
constexpr double kBottom = 60;
constexpr int kTicks = 5;
constexpr double kLineOfText = 15;

constexpr std::array<std::string_view, 10> kColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                    "#882255", "#44aa99", "#e69f00", "#56b4e9",
                                                    "#8c6d31", "#666666"};

std::string number(double value) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.1f", value);
  return text.data();
}

std::string tick(double value) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.3g", value);
  return text.data();
}

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else if (c == '&') {
      safe += "&amp;";
    } else if (c == '"') {
      safe += "&quot;";
    } else {
      safe += c;
    }
  }
  return safe;
}

class Drawing {
 public:
  explicit Drawing(const Chart& chart) : chart_(chart) {
    svg_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(kWidth) + " " +
           number(kHeight) + "\" role=\"img\" aria-label=\"" + escaped(chart.title) +
           "\">\n<style>text{font:13px sans-serif;fill:#222}.a{stroke:#888;fill:none}"
           "@media(prefers-color-scheme:dark){text{fill:#ddd}}</style>\n";
    text(kLeft, kTop - 24, chart.title, "font-weight=\"bold\"");
    axes();
  }

  [[nodiscard]] double x_of(double value) const {
    return kLeft +
           (value - chart_.x.low) / (chart_.x.high - chart_.x.low) * (kWidth - kLeft - kRight);
  }
  [[nodiscard]] double y_of(double value) const {
    return kHeight - kBottom -
           (value - chart_.y.low) / (chart_.y.high - chart_.y.low) * (kHeight - kTop - kBottom);
  }

  void text(double x, double y, std::string_view content, const std::string& attributes = "") {
    svg_ += "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" " + attributes + ">" +
            escaped(content) + "</text>\n";
  }

  void dot(const Point& point, std::size_t i) {
    svg_ += "<circle cx=\"" + number(x_of(point.x)) + "\" cy=\"" + number(y_of(point.y)) +
            "\" r=\"5\" fill=\"" + colour(i) + "\"/>\n";
  }

  void line(const std::vector<Point>& points, std::size_t i) {
    std::string path;
    for (const Point& point : points) {
      path += (path.empty() ? "M" : " L") + number(x_of(point.x)) + " " + number(y_of(point.y));
    }
    svg_ += "<path d=\"" + path + "\" fill=\"none\" stroke-width=\"2\" stroke=\"" + colour(i) +
            "\"/>\n";
  }

  // A name beside the place that it belongs to, at `y`.
  void name(const Point& point, double y, std::size_t i) {
    const double edge = kWidth - kRight + 14;
    svg_ += "<path class=\"a\" d=\"M" + number(x_of(point.x) + 6) + " " + number(y_of(point.y)) +
            " L" + number(edge - 3) + " " + number(y - 4) + "\" stroke-opacity=\"0.4\"/>\n";
    svg_ += "<rect x=\"" + number(edge) + "\" y=\"" + number(y - 9) +
            "\" width=\"9\" height=\"9\" fill=\"" + colour(i) + "\"/>\n";
    text(edge + 14, y, chart_.series[i].name);
  }

  std::string finish() { return svg_ + "</svg>\n"; }

 private:
  static std::string colour(std::size_t i) { return std::string(kColours[i % kColours.size()]); }

  void axes() {
    svg_ += "<path class=\"a\" d=\"M" + number(kLeft) + " " + number(kTop) + " V" +
            number(kHeight - kBottom) + " H" + number(kWidth - kRight) + "\"/>\n";
    for (int i = 0; i <= kTicks; ++i) {
      const double share = static_cast<double>(i) / kTicks;
      const double x = chart_.x.low + share * (chart_.x.high - chart_.x.low);
      const double y = chart_.y.low + share * (chart_.y.high - chart_.y.low);
      text(x_of(x), kHeight - kBottom + 18, tick(x), "text-anchor=\"middle\"");
      text(kLeft - 8, y_of(y) + 4, tick(y), "text-anchor=\"end\"");
    }
    text((kLeft + kWidth - kRight) / 2, kHeight - 14, chart_.x.label, "text-anchor=\"middle\"");
    text(0, 0, chart_.y.label,
         "text-anchor=\"middle\" transform=\"translate(18 " +
             number((kTop + kHeight - kBottom) / 2) + ") rotate(-90)\"");
  }

  const Chart& chart_;
  std::string svg_;
};

// Heights for names that belong to `wanted` (top to bottom): each a line below the one before it,
// as near to its own as that and the lower edge allow.
std::vector<double> apart(std::vector<double> wanted) {
  for (std::size_t i = 1; i < wanted.size(); ++i) {
    wanted[i] = std::max(wanted[i], wanted[i - 1] + kLineOfText);
  }
  double lowest = kHeight - kBottom + kLineOfText;
  for (std::size_t i = wanted.size(); i-- > 0;) {
    lowest = std::min(wanted[i], lowest - kLineOfText);
    wanted[i] = lowest;
  }
  return wanted;
}

// The names from top to bottom in the order of `places`, none over another.
void draw_names(Drawing& drawing, const std::vector<Point>& places) {
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return places[a].y != places[b].y ? places[a].y > places[b].y : a < b;
  });
  std::vector<double> wanted;
  for (const std::size_t i : order) wanted.push_back(drawing.y_of(places[i].y) + 4);
  const std::vector<double> heights = apart(std::move(wanted));
  for (std::size_t i = 0; i < order.size(); ++i) {
    drawing.name(places[order[i]], heights[i], order[i]);
  }
}

bool drawable(const Series& series) {
  return !series.points.empty() && std::ranges::all_of(series.points, [](const Point& point) {
    return std::isfinite(point.x) && std::isfinite(point.y);
  });
}

Chart without_gaps(const Chart& chart) {
  Chart drawn = chart;
  std::erase_if(drawn.series, [](const Series& series) { return !drawable(series); });
  return drawn;
}

}  // namespace

std::string scatter_svg(const Chart& chart) {
  const Chart drawn = without_gaps(chart);
  Drawing drawing(drawn);
  std::vector<Point> places;
  for (std::size_t i = 0; i < drawn.series.size(); ++i) {
    places.push_back(drawn.series[i].points.front());
    drawing.dot(places.back(), i);
  }
  draw_names(drawing, places);
  return drawing.finish();
}

std::string lines_svg(const Chart& chart) {
  const Chart drawn = without_gaps(chart);
  Drawing drawing(drawn);
  std::vector<Point> places;
  for (std::size_t i = 0; i < drawn.series.size(); ++i) {
    drawing.line(drawn.series[i].points, i);
    for (const Point& point : drawn.series[i].points) drawing.dot(point, i);
    places.push_back(drawn.series[i].points.back());
  }
  draw_names(drawing, places);
  return drawing.finish();
}

}  // namespace ragsieve::eval
