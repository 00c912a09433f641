#include "ragsieve/index/similarity.h"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <string>

#include "ragsieve/base/limits.h"
#include "ragsieve/base/parallel.h"
#include "ragsieve/index/wide_row.h"

namespace ragsieve {
namespace {

// 16 lanes: element i belongs to lane i % 16, a lane is summed upwards, then the lanes fold in
// halves. Products of two float32 are exact in f64, so only the sums round, in this order.
constexpr std::size_t kLanes = 16;

constexpr std::size_t kRowsPerItem = 1024;

#if defined(__AVX512F__)
// Spelled out because g++ 12 converts eight floats in four steps where one would do; the masked
// form (all lanes) because the plain one makes it warn of uninitialised values (GCC bug 105593).
inline __m512d add_products(__m512d sums, const float* a, const float* b) {
  const __m512d left = _mm512_maskz_cvtps_pd(0xFF, _mm256_loadu_ps(a));
  const __m512d right = _mm512_maskz_cvtps_pd(0xFF, _mm256_loadu_ps(b));
  return _mm512_add_pd(sums, _mm512_mul_pd(left, right));
}

// The lane sums of the first n elements; n is a multiple of kLanes.
inline void sum_lanes(const float* a, const float* b, std::size_t n, double* lanes) {
  __m512d low = _mm512_setzero_pd();
  __m512d high = _mm512_setzero_pd();
  for (std::size_t i = 0; i < n; i += kLanes) {
    low = add_products(low, a + i, b + i);
    high = add_products(high, a + i + 8, b + i + 8);
  }
  _mm512_storeu_pd(lanes, low);
  _mm512_storeu_pd(lanes + 8, high);
}
#else
inline void sum_lanes(const float* a, const float* b, std::size_t n, double* lanes) {
  std::array<double, kLanes> sums{};
  for (std::size_t i = 0; i < n; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      sums[lane] += static_cast<double>(a[i + lane]) * static_cast<double>(b[i + lane]);
    }
  }
  std::copy(sums.begin(), sums.end(), lanes);
}
#endif

// The first component that is refused; dim where there is none.
std::size_t first_bad_component(std::span<const float> row) {
  const auto bad = [](float value) {
    return !(std::fabs(static_cast<double>(value)) <= limits::kVectorMagnitude);
  };
  return static_cast<std::size_t>(std::find_if(row.begin(), row.end(), bad) - row.begin());
}

bool all_components_good(std::span<const float> row) {
  // float32(1e18) is below 1e18 and its successor above it: the same cut as in f64.
  constexpr float kLargest = static_cast<float>(limits::kVectorMagnitude);
  int bad = 0;
  for (const float value : row) bad |= static_cast<int>(!(std::fabs(value) <= kLargest));
  return bad == 0;
}

// 1/|row|; 0 of a row that is refused.
double inverse_norm(std::span<const float> row) {
  if (!all_components_good(row)) return 0;
  const double squared = dot(row, row);
  return squared > 0 ? 1 / std::sqrt(squared) : 0;
}

Error refusal(const MatrixView& rows, std::size_t row) {
  std::vector<float> buffer(rows.dim);
  const std::span<const float> values = wide_row(rows, row, buffer);
  const std::size_t component = first_bad_component(values);
  std::string found = "is zero in every component, expected a direction";
  if (component < rows.dim) {
    const float value = values[component];
    const std::string what = std::isnan(value)   ? "NaN"
                             : std::isinf(value) ? "infinite"
                                                 : "beyond 1e18 in magnitude";
    found = "component " + std::to_string(component) + " is " + what +
            ", expected a finite number of at most 1e18 in magnitude";
  }
  return make_error(Code::kInvalidInput, "row " + std::to_string(row) + " of the vectors: " +
                                             found + "; compute this vector again");
}

}  // namespace

double dot(std::span<const float> a, std::span<const float> b) {
  const std::size_t whole = a.size() - a.size() % kLanes;
  std::array<double, kLanes> lanes;
  sum_lanes(a.data(), b.data(), whole, lanes.data());
  for (std::size_t i = whole; i < a.size(); ++i) {
    lanes[i - whole] += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  }
  return lanes[0];
}

double cosine(std::span<const float> a, double inverse_norm_a, std::span<const float> b,
              double inverse_norm_b) {
  return dot(a, b) * (inverse_norm_a * inverse_norm_b);
}

Result<std::vector<double>> inverse_norms(const MatrixView& rows, const RunOptions& run) {
  std::vector<double> norms(rows.n_rows);
  // Items never fail, so that every row below a bad one is looked at and the lowest is named.
  std::atomic<std::size_t> first_bad{rows.n_rows};
  const auto work = [&](std::size_t item, int) -> Status {
    const std::size_t end = std::min(rows.n_rows, (item + 1) * kRowsPerItem);
    std::vector<float> buffer(rows.dim);
    for (std::size_t row = item * kRowsPerItem; row < std::min(end, first_bad.load()); ++row) {
      norms[row] = inverse_norm(wide_row(rows, row, buffer));
      if (norms[row] != 0) continue;
      std::size_t known = first_bad.load();
      while (row < known && !first_bad.compare_exchange_weak(known, row)) {
      }
    }
    return ok_status();
  };
  const std::size_t n_items = (rows.n_rows + kRowsPerItem - 1) / kRowsPerItem;
  RAGSIEVE_CHECK(parallel_for(n_items, "norms", run, work));
  if (first_bad.load() < rows.n_rows) return refusal(rows, first_bad.load());
  return norms;
}

}  // namespace ragsieve
