#include "ragsieve/connect/npy/npy_header.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <vector>

#include "ragsieve/base/limits.h"
#include "ragsieve/connect/gzip_stream.h"
#include "ragsieve/connect/id.h"

namespace ragsieve {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kAlignment = 64;  // of the data, as numpy pads it
constexpr std::size_t kMostDimensions = 32;

Error bad(std::string message) { return make_error(Code::kInvalidInput, std::move(message)); }

// What the dict says, before it is judged.
struct Fields {
  std::optional<std::string> descr;
  std::optional<bool> fortran_order;
  std::optional<std::vector<std::uint64_t>> shape;
};

// Reads the three entries of the dict, a subset of Python's literals.
class DictParser {
 public:
  explicit DictParser(std::string_view text) : text_(text) {}

  Result<Fields> parse() {
    Fields fields;
    if (!take('{')) return malformed("'{'");
    while (!take('}')) {
      RAGSIEVE_TRY(const std::string key, string());
      if (!take(':')) return malformed("':'");
      RAGSIEVE_CHECK(value(key, fields));
      if (take(',')) continue;
      if (!take('}')) return malformed("',' or '}'");
      break;
    }
    skip_space();
    if (at_ != text_.size()) return malformed("the end");
    if (!fields.descr || !fields.fortran_order || !fields.shape) {
      return bad("its header lacks one of 'descr', 'fortran_order', 'shape'; save it with numpy");
    }
    return fields;
  }

 private:
  Status value(const std::string& key, Fields& fields) {
    if (key == "descr" && !fields.descr) {
      if (peek('[')) return bad("holds records of several fields, expected float32 or float16");
      RAGSIEVE_TRY(fields.descr, string());
    } else if (key == "fortran_order" && !fields.fortran_order) {
      RAGSIEVE_TRY(fields.fortran_order, boolean());
    } else if (key == "shape" && !fields.shape) {
      RAGSIEVE_TRY(fields.shape, shape());
    } else {
      return malformed("'descr', 'fortran_order' and 'shape', each once");
    }
    return ok_status();
  }

  Result<std::string> string() {
    skip_space();
    const char quote = peek('"') ? '"' : '\'';
    if (!take(quote)) return malformed("a quoted string");
    const std::size_t end = text_.find_first_of(quote == '"' ? "\"\\\n" : "'\\\n", at_);
    if (end == std::string_view::npos || text_[end] != quote) return malformed("a closing quote");
    const std::string_view string = text_.substr(at_, end - at_);
    at_ = end + 1;
    return std::string(string);
  }

  Result<bool> boolean() {
    skip_space();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return value;
    }
    return malformed("True or False");
  }

  // "()", "(3,)", "(3, 4)", "(3, 4,)".
  Result<std::vector<std::uint64_t>> shape() {
    std::vector<std::uint64_t> sizes;
    if (!take('(')) return malformed("'('");
    while (!take(')')) {
      if (sizes.size() == kMostDimensions) return malformed("fewer dimensions");
      RAGSIEVE_TRY(const std::uint64_t size, number());
      sizes.push_back(size);
      if (take(',')) continue;
      if (sizes.size() == 1 || !take(')')) return malformed("',' or ')'");
      break;
    }
    return sizes;
  }

  Result<std::uint64_t> number() {
    skip_space();
    std::uint64_t number = 0;
    const char* const begin = text_.data() + at_;
    const auto [end, code] = std::from_chars(begin, text_.data() + text_.size(), number);
    if (code == std::errc::result_out_of_range) return bad("its shape is out of range");
    if (code != std::errc()) return malformed("a number");
    at_ += static_cast<std::size_t>(end - begin);
    return number;
  }

  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != text_.npos) ++at_;
  }
  bool peek(char c) {
    skip_space();
    return at_ < text_.size() && text_[at_] == c;
  }
  bool take(char c) {
    const bool there = peek(c);
    if (there) ++at_;
    return there;
  }
  [[nodiscard]] Error malformed(std::string_view expected) const {
    return bad("its header is malformed at character " + std::to_string(at_) + ", expected " +
               std::string(expected) + "; save it with numpy");
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    number = number << 8U | static_cast<unsigned char>(bytes[i]);
  }
  return number;
}

struct Frame {
  std::string_view dict;
  std::size_t data_offset = 0;
};

// Checks magic and version and finds the dict.
Result<Frame> parse_frame(std::string_view bytes) {
  if (is_gzip(bytes)) return bad("is gzip; gunzip it first, embeddings are memory-mapped");
  if (bytes.starts_with("PK\x03\x04")) {
    return bad("is a .npz archive, expected .npy; save the one array with numpy.save");
  }
  if (!bytes.starts_with(kMagic)) return bad("is not a .npy file (its first bytes are not)");
  if (bytes.size() < kMagic.size() + 2) return bad("ends within its header, it is truncated");
  const int version = static_cast<unsigned char>(bytes[kMagic.size()]);
  if (version < 1 || version > 3) {
    return bad("is .npy version " + std::to_string(version) + ", expected 1, 2 or 3");
  }
  const std::size_t length_at = kMagic.size() + 2;
  const std::size_t dict_at = length_at + (version == 1 ? 2 : 4);
  if (bytes.size() < dict_at) return bad("ends within its header, it is truncated");
  const std::uint64_t length = little_endian(bytes.substr(length_at, dict_at - length_at));
  if (length > limits::kNpyHeaderBytes) {
    return make_error(Code::kTooLarge, "has a header of " + std::to_string(length) +
                                           " bytes, at most " +
                                           std::to_string(limits::kNpyHeaderBytes) + " are read");
  }
  if (bytes.size() - dict_at < length) return bad("ends within its header, it is truncated");
  return Frame{bytes.substr(dict_at, length), dict_at + length};
}

Result<Scalar> scalar_of(const std::string& descr) {
  if (descr == "<f4") return Scalar::kFloat32;
  if (descr == "<f2") return Scalar::kFloat16;
  if (descr == "<f8") {
    return bad(
        "holds float64 ('<f8'), expected float32 or float16; convert it with "
        "numpy astype('float32')");
  }
  if (descr == ">f4" || descr == ">f2" || descr == ">f8") {
    return bad("holds big-endian numbers ('" + descr +
               "'), expected little-endian; convert it with numpy astype('<f4')");
  }
  return bad("holds '" + printable(descr, 16) + "', expected float32 ('<f4') or float16 ('<f2')");
}

std::string shape_text(const std::vector<std::uint64_t>& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

Status check_shape(const std::vector<std::uint64_t>& shape) {
  if (shape.size() != 2) {
    return bad("has the shape " + shape_text(shape) +
               ", expected two dimensions (records, values of a vector)");
  }
  if (shape[0] == 0 || shape[1] == 0) {
    return bad("has the shape " + shape_text(shape) + ", expected at least one row and column");
  }
  if (shape[0] > limits::kCorpusRecords) {
    return make_error(Code::kTooLarge, "has " + std::to_string(shape[0]) + " rows, at most " +
                                           std::to_string(limits::kCorpusRecords) + " are read");
  }
  if (shape[1] > limits::kDimension) {
    return make_error(Code::kTooLarge, "has vectors of " + std::to_string(shape[1]) +
                                           " values, at most " +
                                           std::to_string(limits::kDimension) + " are read");
  }
  return ok_status();
}

Status check_data(const NpyHeader& header, std::size_t file_bytes) {
  const std::size_t scalar_bytes = header.scalar == Scalar::kFloat32 ? 4 : 2;
  if (header.data_offset % scalar_bytes != 0) {
    return bad("has its numbers at byte " + std::to_string(header.data_offset) +
               ", expected a multiple of " + std::to_string(scalar_bytes) +
               "; save it again with numpy");
  }
  const std::size_t found = file_bytes - header.data_offset;
  if (found == header.data_bytes()) return ok_status();
  return bad(std::string(found < header.data_bytes() ? "is truncated" : "has bytes left over") +
             ": its shape (" + std::to_string(header.n_rows) + ", " + std::to_string(header.dim) +
             ") needs " + std::to_string(header.data_bytes()) + " bytes of numbers, found " +
             std::to_string(found));
}

}  // namespace

Result<NpyHeader> parse_npy_header(std::string_view bytes) {
  RAGSIEVE_TRY(const Frame frame, parse_frame(bytes));
  RAGSIEVE_TRY(const Fields fields, DictParser(frame.dict).parse());
  NpyHeader header;
  RAGSIEVE_TRY(header.scalar, scalar_of(*fields.descr));
  if (*fields.fortran_order) {
    return bad("is in Fortran order, expected C order; convert it with numpy.ascontiguousarray");
  }
  RAGSIEVE_CHECK(check_shape(*fields.shape));
  // Both sizes are within their limits, so the product cannot overflow.
  header.n_rows = (*fields.shape)[0];
  header.dim = (*fields.shape)[1];
  header.data_offset = frame.data_offset;
  RAGSIEVE_CHECK(check_data(header, bytes.size()));
  return header;
}

std::string npy_header(std::size_t n_rows, std::size_t dim) {
  std::string dict = "{'descr': '<f4', 'fortran_order': False, 'shape': (" +
                     std::to_string(n_rows) + ", " + std::to_string(dim) + "), }";
  const std::size_t before = kMagic.size() + 4;
  dict.append((kAlignment - (before + dict.size() + 1) % kAlignment) % kAlignment, ' ');
  dict += '\n';
  std::string header(kMagic);
  header += {'\x01', '\x00'};
  header += {static_cast<char>(dict.size() & 0xFFU), static_cast<char>(dict.size() >> 8U)};
  return header + dict;
}

}  // namespace ragsieve
