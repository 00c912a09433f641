// Random numbers that are the same on every machine: xoshiro256** (Blackman and Vigna, 2018), its
// state filled by splitmix64. The distributions of the standard library differ between libraries.
// For sampling, never for secrets. A value; one thread at a time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace ragsieve {

class Random {
 public:
  using State = std::array<std::uint64_t, 4>;

  // Continues from a state, not all zero.
  explicit Random(const State& state) : state_(state) {}

  // Streams of one seed are independent of each other: one for each tree, whatever thread grows it.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) {
    std::uint64_t mixer = seed;
    mixer = splitmix(mixer) ^ stream;
    for (std::uint64_t& word : state_) word = splitmix(mixer);
  }

  [[nodiscard]] std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17U;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // [0, 1), a multiple of 2^-53.
  [[nodiscard]] double uniform() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

  // 0..n-1, each as likely as the others; n > 0.
  [[nodiscard]] std::uint64_t below(std::uint64_t n) {
    const std::uint64_t unfair = (0 - n) % n;  // 2^64 mod n values would come once too often
    std::uint64_t value = next();
    while (value < unfair) value = next();
    return value % n;
  }

 private:
  static std::uint64_t splitmix(std::uint64_t& state) {
    state += 0x9E3779B97F4A7C15;
    std::uint64_t word = state;
    word = (word ^ (word >> 30U)) * 0xBF58476D1CE4E5B9;
    word = (word ^ (word >> 27U)) * 0x94D049BB133111EB;
    return word ^ (word >> 31U);
  }

  State state_{};
};

}  // namespace ragsieve
