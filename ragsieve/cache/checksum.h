// A 64-bit checksum against silent damage on disk, not against an adversary. Each step is a
// bijection of the state, so one changed word always changes the sum. SHA-256 would cost most of
// the time of reading a value (118 MB/s here against several GB/s).
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace ragsieve {

// Of the bytes, continued from the sum `state` of what came before. Values differ between machines
// of different byte order.
[[nodiscard]] inline std::uint64_t checksum(std::string_view bytes, std::uint64_t state) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio
  const auto mix = [&state](std::uint64_t word) {
    state = (state ^ word) * kOdd;
    state ^= state >> 29U;
  };
  mix(bytes.size());
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    mix(word);
  }
  if (i < bytes.size()) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, bytes.size() - i);
    mix(word);
  }
  return state;
}

}  // namespace ragsieve
