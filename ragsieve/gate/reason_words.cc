#include "ragsieve/gate/reason_words.h"

#include <algorithm>

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

constexpr std::size_t kQuotedCodePoints = 80;

std::string digits(Millionths value, std::size_t n) {
  const Millionths size = value < 0 ? -value : value;
  std::string fraction = std::to_string(size % kOne);
  fraction.insert(0, 6 - fraction.size(), '0');
  return (value < 0 ? "-" : "") + std::to_string(size / kOne) + "." + fraction.substr(0, n);
}

}  // namespace

std::string two_digits(Millionths value) { return digits(value, 2); }

std::string all_digits(Millionths value) {
  std::string text = digits(value, 6);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string ordinal(std::size_t number) {
  const std::size_t last = number % 10;
  const bool teen = number % 100 / 10 == 1;
  const char* ending = "th";
  if (!teen && last == 1) ending = "st";
  if (!teen && last == 2) ending = "nd";
  if (!teen && last == 3) ending = "rd";
  return std::to_string(number) + ending;
}

std::string counted(std::size_t n, const std::string& noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

std::string in_quotes(std::string_view text) {
  std::string shown = "\"";
  std::size_t n = 0;
  for (std::size_t i = 0; i < text.size(); ++n) {
    if (n == kQuotedCodePoints) return shown + "...\"";
    const auto point = decode_utf8(text, i);
    const std::size_t n_bytes = point ? point->n_bytes : 1;
    const bool is_control = point && (point->value < 0x20 || point->value == 0x7F);
    if (!point) {
      shown += "?";
    } else if (is_control) {
      shown += ' ';
    } else {
      shown += text.substr(i, n_bytes);
    }
    i += n_bytes;
  }
  return shown + "\"";
}

}  // namespace ragsieve
