#include "ragsieve/detect/recent_document.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "ragsieve/base/limits.h"
#include "ragsieve/stats/stored_form.h"

namespace ragsieve {
namespace {

constexpr std::string_view kMagic = "ragsieve recent 1\n";

Error corrupt(const std::string& path, const std::string& found) {
  return make_error(Code::kCorrupt, "is no admitted document: " + found + "; delete it",
                    Where{path, 0, ""});
}

}  // namespace

std::string recent_bytes(const RecentDocument& document) {
  StoredWriter out(kMagic);
  out.text(document.id);
  for (const std::uint8_t byte : document.text.bytes) out.number(byte);
  out.number(static_cast<std::uint64_t>(document.admitted_s));
  out.number(static_cast<std::uint32_t>(document.vector.size()));
  for (const float value : document.vector) out.number(std::bit_cast<std::uint32_t>(value));
  out.number(static_cast<std::uint32_t>(document.words.size()));
  for (const std::uint64_t word : document.words) out.number(word);
  return std::move(out).finish();
}

Result<RecentDocument> parse_recent(std::string_view bytes, const std::string& path) {
  StoredReader in(bytes, kMagic);
  RecentDocument document;
  document.id = std::string(in.text());
  for (std::uint8_t& byte : document.text.bytes) byte = in.number<std::uint8_t>();
  document.admitted_s = static_cast<std::int64_t>(in.number<std::uint64_t>());
  const auto dim = in.number<std::uint32_t>();
  if (!in.fault().empty()) return corrupt(path, in.fault());
  if (dim > limits::kDimension || dim * 4ULL > in.bytes_left()) {
    return corrupt(path, "a vector of " + std::to_string(dim) + " numbers");
  }
  for (std::uint32_t i = 0; i < dim; ++i) {
    document.vector.push_back(std::bit_cast<float>(in.number<std::uint32_t>()));
    if (!std::isfinite(document.vector.back())) return corrupt(path, "a number that is not finite");
  }
  const auto n_words = in.number<std::uint32_t>();
  if (!in.fault().empty()) return corrupt(path, in.fault());
  if (n_words * 8ULL != in.bytes_left()) {
    return corrupt(
        path, std::to_string(n_words) + " words in " + std::to_string(in.bytes_left()) + " bytes");
  }
  for (std::uint32_t i = 0; i < n_words; ++i) document.words.push_back(in.number<std::uint64_t>());
  if (!std::is_sorted(document.words.begin(), document.words.end())) {
    return corrupt(path, "words out of order");
  }
  return document;
}

}  // namespace ragsieve
