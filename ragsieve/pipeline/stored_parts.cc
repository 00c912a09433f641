#include "ragsieve/pipeline/stored_parts.h"

#include <cstdint>

#include "ragsieve/crypto/sha256.h"

namespace ragsieve {
namespace {

constexpr std::string_view kMagic = "ragsieve parts 1";
constexpr std::size_t kDigestBytes = 32;

std::string_view view_of(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()};
}

std::uint64_t read_length(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return value;
}

Error corrupt(const std::string& path, const std::string& found) {
  return make_error(Code::kCorrupt, found, Where{path, 0, ""});
}

}  // namespace

std::string join_parts(std::span<const std::string_view> parts) {
  std::string bytes(kMagic);
  for (const std::string_view part : parts) {
    for (std::size_t i = 0; i < 8; ++i) {
      bytes += static_cast<char>(static_cast<std::uint64_t>(part.size()) >> (8 * i) & 0xFFU);
    }
  }
  for (const std::string_view part : parts) bytes += part;
  bytes += view_of(sha256(bytes));
  return bytes;
}

Result<std::vector<std::string_view>> split_parts(std::string_view bytes, std::size_t n_parts,
                                                  const std::string& path) {
  const std::size_t header = kMagic.size() + 8 * n_parts;
  if (bytes.size() < header + kDigestBytes || !bytes.starts_with(kMagic)) {
    return corrupt(path, "is no file of " + std::to_string(n_parts) +
                             " parts: " + std::to_string(bytes.size()) + " bytes");
  }
  const std::string_view body = bytes.substr(0, bytes.size() - kDigestBytes);
  if (view_of(sha256(body)) != bytes.substr(body.size())) {
    return corrupt(path, "does not have the checksum that it ends with");
  }
  std::vector<std::string_view> parts;
  std::size_t at = header;
  for (std::size_t i = 0; i < n_parts; ++i) {
    const std::uint64_t length = read_length(bytes.substr(kMagic.size() + 8 * i, 8));
    if (length > body.size() - at) {
      return corrupt(path, "part " + std::to_string(i + 1) + " has " + std::to_string(length) +
                               " bytes, " + std::to_string(body.size() - at) + " are left");
    }
    parts.push_back(body.substr(at, length));
    at += length;
  }
  if (at != body.size()) return corrupt(path, "has bytes behind its last part");
  return parts;
}

}  // namespace ragsieve
