// Sixteen f32 side by side, computed as the language says: each lane for itself, products and sums
// rounded one by one (-ffp-contract=off), sums in one fixed order. The bits are therefore the same
// for every instruction set that the compiler may choose. Private to this folder. Pure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Without 512-bit registers the compiler notes that lanes are passed in memory; all is inline here.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace ragsieve {

inline constexpr std::size_t kLanes = 16;
using Lanes = float __attribute__((vector_size(64)));
using LaneBits = std::int32_t __attribute__((vector_size(64)));

inline Lanes load_lanes(const float* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

inline void store_lanes(float* to, const Lanes& lanes) { std::memcpy(to, &lanes, sizeof lanes); }

// Sum over the lanes, halves upon halves.
inline float sum_of_lanes(const Lanes& lanes) {
  float parts[kLanes];
  store_lanes(parts, lanes);
  for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) parts[i] += parts[i + half];
  }
  return parts[0];
}

inline float largest_of_lanes(const Lanes& lanes) {
  float parts[kLanes];
  store_lanes(parts, lanes);
  return *std::max_element(parts, parts + kLanes);
}

// The first n lanes, 0 in the others.
inline Lanes first_lanes(const Lanes& lanes, std::size_t n) {
  float parts[kLanes];
  store_lanes(parts, lanes);
  std::fill(parts + n, parts + kLanes, 0.0F);
  return load_lanes(parts);
}

// e^x of x <= 0, relative error below 3e-7; below -87 it is e^-87. Splits x = n ln 2 + r with
// |r| <= ln 2 / 2 and takes the Taylor polynomial of degree 7 at r.
inline Lanes exp_of_negative(const Lanes& given) {
  constexpr float kRounder = 12582912.0F;  // 1.5 * 2^23: the sum's low bits are the integer
  constexpr float kLog2E = 1.44269504F;
  constexpr float kLn2High = 0.693359375F;  // few bits: n * kLn2High is exact
  constexpr float kLn2Low = -2.12194440e-4F;
  constexpr float kCoefficients[] = {1.0F / 720, 1.0F / 120, 1.0F / 24, 1.0F / 6, 0.5F, 1.0F, 1.0F};
  const Lanes least = Lanes{} - 87.0F;
  const Lanes x = given > least ? given : least;
  const Lanes rounded = x * kLog2E + kRounder;
  const Lanes n = rounded - kRounder;
  const Lanes r = x - n * kLn2High - n * kLn2Low;
  Lanes sum = Lanes{} + 1.0F / 5040;
  for (const float coefficient : kCoefficients) sum = sum * r + coefficient;
  LaneBits exponent;
  LaneBits bits;
  std::memcpy(&exponent, &rounded, sizeof exponent);
  std::memcpy(&bits, &sum, sizeof bits);
  bits += exponent << 23;
  std::memcpy(&sum, &bits, sizeof sum);
  return sum;
}

}  // namespace ragsieve
