#include "ragsieve/text/canonical_text.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>

#include <cstddef>
#include <cstdint>

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
// A repair makes three bytes of one, and ICU counts in 32 bits.
constexpr std::size_t kTooManyBytes = std::size_t{512} << 20;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

std::string repaired_lines(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size();) {
    const char c = bytes[i];
    if (c == '\r') {
      out += '\n';
      i += bytes.substr(i + 1).starts_with('\n') ? 2 : 1;
    } else if (const auto point = decode_utf8(bytes, i)) {
      out.append(bytes, i, point->n_bytes);
      i += point->n_bytes;
    } else {
      out += kReplacement;
      ++i;
    }
  }
  return out;
}

}  // namespace

Result<std::string> canonical_text(std::string_view bytes) {
  if (bytes.size() >= kTooManyBytes) {
    return make_error(Code::kTooLarge, "a text of " + std::to_string(bytes.size()) +
                                           " bytes, at most 512 MiB are normalised");
  }
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  const std::string text = repaired_lines(bytes);
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(error);
  std::string out;
  if (U_SUCCESS(error)) {
    out.reserve(text.size());
    icu::StringByteSink<std::string> sink(&out);
    nfc->normalizeUTF8(0, icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())),
                       sink, nullptr, error);
  }
  if (U_FAILURE(error)) {
    return make_error(Code::kInternal,
                      std::string("the normalisation of a text failed: ") + u_errorName(error));
  }
  return out;
}

}  // namespace ragsieve
