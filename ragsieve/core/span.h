// A piece of a document that a finding points at: byte offsets into one field's UTF-8 as given,
// with line and column from 1 in code points for people and editors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ragsieve {

struct ByteRange {
  std::size_t start = 0;  // inclusive
  std::size_t end = 0;    // exclusive
  bool operator==(const ByteRange&) const = default;
};

struct Span {
  std::string field;  // "title", "text"
  ByteRange range;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
  std::string rule;  // "rsg.mixed_script", "rsq.surprisal"
  double weight = 0;
  std::string text;  // the spanned text; shown only where the operator allows it
};

}  // namespace ragsieve
