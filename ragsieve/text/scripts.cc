#include "ragsieve/text/scripts.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

constexpr std::size_t kScripts = static_cast<std::size_t>(Script::kOther) + 1;

struct NamePart {
  std::string_view part;
  Script script;
};

// The first part that a character name contains decides: the order is that of methods.md.
constexpr std::array<NamePart, 14> kNameParts = {{
    {"LATIN", Script::kLatin},
    {"CYRILLIC", Script::kCyrillic},
    {"ARABIC", Script::kArabic},
    {"HEBREW", Script::kHebrew},
    {"DEVANAGARI", Script::kDevanagari},
    {"BENGALI", Script::kBengali},
    {"THAI", Script::kThai},
    {"ARMENIAN", Script::kArmenian},
    {"GEORGIAN", Script::kGeorgian},
    {"GREEK", Script::kGreek},
    {"CJK", Script::kEastAsian},
    {"HIRAGANA", Script::kEastAsian},
    {"KATAKANA", Script::kEastAsian},
    {"HANGUL", Script::kEastAsian},
}};

bool is_ascii_letter(unsigned char byte) {
  return static_cast<unsigned char>((byte | 0x20U) - 'a') < 26;
}

Script script_by_name(char32_t c) {
  const auto code_point = static_cast<UChar32>(c);
  if ((U_GET_GC_MASK(code_point) & U_GC_L_MASK) == 0) return Script::kNone;
  std::array<char, 256> buffer{};
  UErrorCode error = U_ZERO_ERROR;
  const std::int32_t length = u_charName(code_point, U_UNICODE_CHAR_NAME, buffer.data(),
                                         static_cast<std::int32_t>(buffer.size()), &error);
  if (U_FAILURE(error)) return Script::kOther;
  const std::string_view name(buffer.data(), static_cast<std::size_t>(length));
  for (const NamePart& entry : kNameParts) {
    if (name.find(entry.part) != std::string_view::npos) return entry.script;
  }
  return Script::kOther;
}

// A name takes ICU most of a microsecond, so each code point is looked up once: an entry is 0
// until then, afterwards its script + 1. Threads that meet compute the same byte.
class ScriptMemo {
 public:
  Script of(char32_t c) {
    if (c > 0x10FFFF) return Script::kNone;
    std::atomic<std::uint8_t>& entry = entries_[c];
    std::uint8_t known = entry.load(std::memory_order_relaxed);
    if (known == 0) {
      known = static_cast<std::uint8_t>(static_cast<int>(script_by_name(c)) + 1);
      entry.store(known, std::memory_order_relaxed);
    }
    return static_cast<Script>(known - 1);
  }

 private:
  std::array<std::atomic<std::uint8_t>, 0x110000> entries_{};
};

// Walks a text and keeps what the profile needs.
class Profiler {
 public:
  Profiler(std::string_view text, std::size_t max_seams) : text_(text), max_seams_(max_seams) {}

  ScriptProfile run() {
    while (offset_ < text_.size()) {
      if (static_cast<unsigned char>(text_[offset_]) < 0x80) {
        ascii_run();
      } else {
        const auto point = decode_utf8(text_, offset_);
        add(point ? script_of(point->value) : Script::kNone, point ? point->n_bytes : 1);
      }
    }
    return profile();
  }

 private:
  // Every letter of a run of ASCII is Latin: only its two ends can meet another script.
  void ascii_run() {
    const std::size_t start = offset_;
    add(ascii_script(start), 1);
    std::size_t letters = 0;
    while (offset_ < text_.size()) {
      const auto byte = static_cast<unsigned char>(text_[offset_]);
      if (byte >= 0x80) break;
      letters += is_ascii_letter(byte) ? 1 : 0;
      ++offset_;
    }
    counts_[static_cast<std::size_t>(Script::kLatin)] += letters;
    previous_ = ascii_script(offset_ - 1);
    previous_start_ = offset_ - 1;
  }

  [[nodiscard]] Script ascii_script(std::size_t offset) const {
    return is_ascii_letter(static_cast<unsigned char>(text_[offset])) ? Script::kLatin
                                                                      : Script::kNone;
  }

  void add(Script script, std::size_t n_bytes) {
    ++counts_[static_cast<std::size_t>(script)];
    if (script != Script::kNone && previous_ != Script::kNone && script != previous_) {
      seam_ = true;
      if (seams_.size() < max_seams_) seams_.push_back({previous_start_, offset_ + n_bytes});
    }
    previous_ = script;
    previous_start_ = offset_;
    offset_ += n_bytes;
  }

  ScriptProfile profile() {
    ScriptProfile profile;
    std::size_t letters = 0;
    std::size_t dominant = 0;
    for (std::size_t i = static_cast<std::size_t>(Script::kLatin); i < kScripts; ++i) {
      if (counts_[i] == 0) continue;
      profile.counts.emplace_back(static_cast<Script>(i), counts_[i]);
      letters += counts_[i];
      dominant = std::max(dominant, counts_[i]);
    }
    if (letters > 0) {
      profile.foreign_fraction = 1 - static_cast<double>(dominant) / static_cast<double>(letters);
    }
    profile.mixed = seam_ || profile.counts.size() >= 3;
    profile.seams = std::move(seams_);
    return profile;
  }

  std::string_view text_;
  std::size_t max_seams_;
  std::size_t offset_ = 0;
  std::array<std::size_t, kScripts> counts_{};
  Script previous_ = Script::kNone;
  std::size_t previous_start_ = 0;
  bool seam_ = false;
  std::vector<ByteRange> seams_;
};

}  // namespace

Script script_of(char32_t code_point) {
  static ScriptMemo memo;
  return memo.of(code_point);
}

std::string_view script_name(Script script) {
  switch (script) {
    case Script::kNone:
      return "NONE";
    case Script::kEastAsian:
      return "EAST_ASIAN";
    case Script::kOther:
      return "OTHER";
    default:
      break;
  }
  const auto entry = std::find_if(kNameParts.begin(), kNameParts.end(),
                                  [&](const NamePart& part) { return part.script == script; });
  return entry->part;
}

ScriptProfile script_profile(std::string_view text, std::size_t max_seams) {
  return Profiler(text, max_seams).run();
}

}  // namespace ragsieve
