// The script of a letter by its Unicode character name, and what a text mixes (methods.md:
// script(c), the foreign fraction of RSQ 1b and the integrity predicate of RSG step 5).
// Thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "ragsieve/core/span.h"

namespace ragsieve {

enum class Script {
  kNone,  // not a letter
  kLatin,
  kCyrillic,
  kArabic,
  kHebrew,
  kDevanagari,
  kBengali,
  kThai,
  kArmenian,
  kGeorgian,
  kGreek,
  kEastAsian,
  kOther,
};

[[nodiscard]] Script script_of(char32_t code_point);
[[nodiscard]] std::string_view script_name(Script script);  // "LATIN", "EAST_ASIAN", "OTHER"

struct ScriptProfile {
  std::vector<std::pair<Script, std::size_t>> counts;  // letters by script, scripts in enum order
  double foreign_fraction = 0;                         // 1 - dominant / letters; 0 without letters
  bool mixed = false;                                  // the integrity predicate
  std::vector<ByteRange> seams;  // first `max_seams` pairs of neighbouring letters of two scripts
};

// Profile of `text` (valid UTF-8).
[[nodiscard]] ScriptProfile script_profile(std::string_view text, std::size_t max_seams = 8);

}  // namespace ragsieve
