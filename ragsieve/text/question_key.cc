#include "ragsieve/text/question_key.h"

#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <cstdint>

namespace ragsieve {
namespace {

// Without ICU's data (never in an installation that works) the text stays as it is.
std::string case_folded(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* form = icu::Normalizer2::getNFKCCasefoldInstance(status);
  if (U_FAILURE(status)) return std::string(text);
  std::string folded;
  icu::StringByteSink<std::string> sink(&folded);
  form->normalizeUTF8(0, icu::StringPiece(text.data(), static_cast<int32_t>(text.size())), sink,
                      nullptr, status);
  return U_FAILURE(status) ? std::string(text) : folded;
}

bool is_kept(UChar32 c) {
  constexpr std::uint32_t kKept = U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK | U_GC_S_MASK;
  return (U_GET_GC_MASK(c) & kKept) != 0 || c == '%' || c == '#' || c == '&' || c == '@';
}

}  // namespace

std::string question_key(std::string_view text) {
  const std::string folded = case_folded(text);
  std::string key;
  bool apart = false;
  const auto length = static_cast<int32_t>(folded.size());
  for (int32_t at = 0; at < length;) {
    const int32_t start = at;
    UChar32 c = 0;
    U8_NEXT(reinterpret_cast<const uint8_t*>(folded.data()), at, length, c);
    if (c < 0 || !is_kept(c)) {
      apart = true;
      continue;
    }
    if (apart && !key.empty()) key += ' ';
    apart = false;
    key.append(folded, static_cast<std::size_t>(start), static_cast<std::size_t>(at - start));
  }
  return key;
}

}  // namespace ragsieve
