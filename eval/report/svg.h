// Charts as SVG: points with names, and lines over a few numbers. Self-contained, no scripts, no
// fonts from outside, readable on light and dark pages. Pure, thread-safe.
#pragma once

#include <string>
#include <vector>

namespace ragsieve::eval {

struct Axis {
  std::string label;
  double low = 0;
  double high = 1;  // above low
};

struct Point {
  double x = 0;
  double y = 0;
};

struct Series {
  std::string name;
  std::vector<Point> points;  // of a scatter the first alone is drawn
};

struct Chart {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Series> series;
};

// One named point a series. The same chart gives the same bytes.
[[nodiscard]] std::string scatter_svg(const Chart& chart);

// Each series as a line through its points.
[[nodiscard]] std::string lines_svg(const Chart& chart);

}  // namespace ragsieve::eval
