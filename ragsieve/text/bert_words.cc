#include "ragsieve/text/bert_words.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include <algorithm>

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

constexpr char32_t kSpace = U' ';
constexpr std::size_t kDecompositionUnits =
    16;  // UTF-16; canonical ones have at most 4 code points

enum class Ascii : std::uint8_t { kDropped, kSpace, kPunctuation, kWord };

constexpr Ascii ascii_kind_of(unsigned char c) {
  if (c == ' ' || c == '\t' || c == '\n' || c == '\r') return Ascii::kSpace;
  if (c < 0x20 || c == 0x7F) return Ascii::kDropped;
  const auto lower = static_cast<unsigned char>(c | 0x20U);
  const bool word = (c >= '0' && c <= '9') || (lower >= 'a' && lower <= 'z');
  return word ? Ascii::kWord : Ascii::kPunctuation;
}

constexpr std::array<Ascii, 128> ascii_kinds() {
  std::array<Ascii, 128> kinds{};
  for (std::size_t c = 0; c < kinds.size(); ++c) {
    kinds[c] = ascii_kind_of(static_cast<unsigned char>(c));
  }
  return kinds;
}
constexpr std::array<Ascii, 128> kAsciiKinds = ascii_kinds();

constexpr char ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

const UNormalizer2* nfd() {
  UErrorCode error = U_ZERO_ERROR;
  const UNormalizer2* instance = unorm2_getNFDInstance(&error);
  return U_SUCCESS(error) ? instance : nullptr;
}

std::uint32_t category_mask(char32_t c) { return U_GET_GC_MASK(static_cast<UChar32>(c)); }

// The blocks of ideographs that the reference sets apart.
bool is_ideograph(char32_t c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x20000 && c <= 0x2A6DF) || (c >= 0x2A700 && c <= 0x2B73F) ||
         (c >= 0x2B740 && c <= 0x2B81F) || (c >= 0x2B820 && c <= 0x2CEAF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

bool is_punctuation(char32_t c) {
  if (c < 0x80) return kAsciiKinds[c] == Ascii::kPunctuation;
  return (category_mask(c) & U_GC_P_MASK) != 0;
}

}  // namespace

std::string_view BertWord::utf8(std::size_t begin, std::size_t end) const {
  const std::size_t start = points_[begin].start;
  return {bytes_.data() + start, points_[end].start - start};
}

ByteRange BertWord::source(std::size_t begin, std::size_t end) const {
  ByteRange range = points_[begin].source;
  for (std::size_t i = begin + 1; i < end; ++i) {
    range.start = std::min(range.start, points_[i].source.start);
    range.end = std::max(range.end, points_[i].source.end);
  }
  return range;
}

void BertWord::clear() {
  n_ = 0;
  run_start_ = 0;
  too_long_ = false;
}

// Grows the range; false where the word is full.
bool BertWord::make_room(ByteRange source) {
  if (n_ == 0) range_ = source;
  range_.end = std::max(range_.end, source.end);
  too_long_ = too_long_ || n_ == kMaxCodePoints;
  return !too_long_;
}

void BertWord::append_ascii(char letter, std::size_t offset) {
  const ByteRange source{offset, offset + 1};
  if (!make_room(source)) return;
  const std::uint16_t start = points_[n_].start;
  bytes_[start] = letter;
  points_[n_] = {source, start, 0};
  points_[++n_].start = static_cast<std::uint16_t>(start + 1);
  run_start_ = n_;
}

void BertWord::append(char32_t code_point, std::uint8_t combining_class, ByteRange source) {
  if (!make_room(source)) return;
  std::size_t end = points_[n_].start;
  points_[n_].source = source;
  points_[n_].combining_class = combining_class;
  U8_APPEND_UNSAFE(bytes_.data(), end, code_point);
  points_[++n_].start = static_cast<std::uint16_t>(end);
  if (combining_class == 0) {
    run_start_ = n_;
  } else {
    sort_last();
  }
}

// NFD orders a run of marks by combining class, equal ones as they came: moves the last code
// point to its place in the run.
void BertWord::sort_last() {
  const Point last = points_[n_ - 1];
  std::size_t place = n_ - 1;
  while (place > run_start_ && points_[place - 1].combining_class > last.combining_class) --place;
  const std::size_t start = points_[place].start;
  const std::size_t n_bytes = points_[n_].start - last.start;
  std::rotate(bytes_.begin() + static_cast<std::ptrdiff_t>(start), bytes_.begin() + last.start,
              bytes_.begin() + points_[n_].start);
  for (std::size_t i = n_ - 1; i > place; --i) {
    points_[i] = points_[i - 1];
    points_[i].start = static_cast<std::uint16_t>(points_[i].start + n_bytes);
  }
  points_[place] = last;
  points_[place].start = static_cast<std::uint16_t>(start);
}

void BertWord::absorb_mark(std::uint8_t combining_class, ByteRange source) {
  if (empty()) return;
  if (!too_long_) points_[n_ - 1].source.end = std::max(points_[n_ - 1].source.end, source.end);
  range_.end = std::max(range_.end, source.end);
  if (combining_class == 0) run_start_ = n_;
}

Status BertWords::check_engine() {
  if (nfd() != nullptr) return ok_status();
  return make_error(Code::kUnavailable,
                    "ICU has no data for NFD; expected an ICU library with its normalisation "
                    "data: reinstall it");
}

bool BertWords::next(BertWord& word) {
  word.clear();
  for (;;) {
    Step step = Step::kMore;
    if (first_pending_ < n_pending_) {
      step = take_pending(word);
    } else if (offset_ >= text_.size()) {
      return !word.empty();
    } else if (static_cast<unsigned char>(text_[offset_]) < 0x80) {
      step = take_ascii(word);
    } else {
      read_code_point();
    }
    if (step == Step::kWordEnds) return true;
  }
}

BertWords::Step BertWords::take_ascii(BertWord& word) {
  const Step step_at_break = word.empty() ? Step::kMore : Step::kWordEnds;
  switch (kAsciiKinds[static_cast<unsigned char>(text_[offset_])]) {
    case Ascii::kDropped:
      ++offset_;
      return Step::kMore;
    case Ascii::kSpace:
      ++offset_;
      return step_at_break;
    case Ascii::kPunctuation:
      if (!word.empty()) return Step::kWordEnds;  // the mark itself is the next word
      word.append_ascii(text_[offset_], offset_);
      ++offset_;
      return Step::kWordEnds;
    case Ascii::kWord:
      break;
  }
  do {
    word.append_ascii(ascii_lower(text_[offset_]), offset_);
    ++offset_;
  } while (offset_ < text_.size() && static_cast<unsigned char>(text_[offset_]) < 0x80 &&
           kAsciiKinds[static_cast<unsigned char>(text_[offset_])] == Ascii::kWord);
  return Step::kMore;
}

BertWords::Step BertWords::take_pending(BertWord& word) {
  const auto [code_point, source] = pending_[first_pending_];
  if (code_point == kSpace) {
    ++first_pending_;
    return word.empty() ? Step::kMore : Step::kWordEnds;
  }
  const std::uint32_t category = category_mask(code_point);
  const bool mark = (category & U_GC_M_MASK) != 0;
  const std::uint8_t combining_class =
      mark ? unorm2_getCombiningClass(nfd(), static_cast<UChar32>(code_point)) : std::uint8_t{0};
  if ((category & U_GC_MN_MASK) != 0) {
    ++first_pending_;
    word.absorb_mark(combining_class, source);
    return Step::kMore;
  }
  const auto lower = static_cast<char32_t>(u_tolower(static_cast<UChar32>(code_point)));
  const bool punctuation = is_punctuation(lower);
  if (punctuation && !word.empty()) return Step::kWordEnds;  // the mark itself is the next word
  ++first_pending_;
  word.append(lower, combining_class, source);
  return punctuation ? Step::kWordEnds : Step::kMore;
}

// Cleans and decomposes the code point at offset_ into pending_.
void BertWords::read_code_point() {
  first_pending_ = 0;
  n_pending_ = 0;
  const auto point = decode_utf8(text_, offset_);
  const ByteRange source{offset_, offset_ + (point ? point->n_bytes : 1)};
  offset_ = source.end;
  if (!point || point->value == 0xFFFD) return;
  const std::uint32_t category = category_mask(point->value);
  if ((category & U_GC_C_MASK) != 0) return;
  if ((category & U_GC_Z_MASK) != 0) {
    push(kSpace, source);
    return;
  }
  const bool apart = is_ideograph(point->value);
  if (apart) push(kSpace, source);
  push_decomposition(point->value, source);
  if (apart) push(kSpace, source);
}

void BertWords::push(char32_t code_point, ByteRange source) {
  pending_[n_pending_++] = {code_point, source};
}

void BertWords::push_decomposition(char32_t code_point, ByteRange source) {
  std::array<UChar, kDecompositionUnits> units{};
  UErrorCode error = U_ZERO_ERROR;
  const std::int32_t n_units =
      unorm2_getDecomposition(nfd(), static_cast<UChar32>(code_point), units.data(),
                              static_cast<std::int32_t>(units.size()), &error);
  if (U_FAILURE(error) || n_units < 0) {  // negative: it is its own decomposition
    push(code_point, source);
    return;
  }
  for (std::int32_t i = 0; i < n_units;) {
    UChar32 part = 0;
    U16_NEXT(units, i, n_units, part);
    push(static_cast<char32_t>(part), source);
  }
}

}  // namespace ragsieve
