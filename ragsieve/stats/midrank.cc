#include "ragsieve/stats/midrank.h"

namespace ragsieve {

double midrank(double value, std::span<const double> reference) {
  double above = 0;
  for (const double other : reference) {
    if (other > value) above += 1;
    if (other == value) above += 0.5;
  }
  return (0.5 + above) / (static_cast<double>(reference.size()) + 1);
}

}  // namespace ragsieve
