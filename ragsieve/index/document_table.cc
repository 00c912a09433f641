#include "ragsieve/index/document_table.h"

#include <algorithm>
#include <array>
#include <optional>

#include "ragsieve/base/limits.h"
#include "ragsieve/json/reader.h"
#include "ragsieve/json/value.h"

namespace ragsieve {
namespace {

constexpr std::array<std::string_view, 2> kMembers{"id", "text_sha256"};

Status parse_line(json::Reader& reader, std::string_view line, DocumentTable& table) {
  RAGSIEVE_TRY(const auto members, reader.string_members(line, kMembers));
  for (std::size_t i = 0; i < kMembers.size(); ++i) {
    if (!members[i]) {
      return make_error(Code::kCorrupt, "is missing", Where{"", 0, std::string(kMembers[i])});
    }
  }
  if (members[0]->size() > limits::kIdBytes) {
    return make_error(Code::kTooLarge,
                      "has " + std::to_string(members[0]->size()) + " bytes, at most " +
                          std::to_string(limits::kIdBytes) + " are allowed",
                      Where{"", 0, "id"});
  }
  const std::optional<Digest> digest = digest_from_hex(*members[1]);
  if (!digest) {
    return make_error(Code::kCorrupt, "is no digest, expected 64 hexadecimal digits",
                      Where{"", 0, "text_sha256"});
  }
  table.ids.push_back(*members[0]);
  table.text_digests.push_back(*digest);
  return ok_status();
}

}  // namespace

std::string document_line(std::string_view id, const Digest& text_digest) {
  return json::dump(json::Object{{"id", id}, {"text_sha256", to_hex(text_digest)}}) + "\n";
}

Result<DocumentTable> parse_document_table(std::string_view bytes, std::size_t n_rows,
                                           const std::string& path) {
  const auto n_lines = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  if (n_lines != n_rows || (!bytes.empty() && bytes.back() != '\n')) {
    return make_error(Code::kCorrupt,
                      "has " + std::to_string(n_lines) + " whole lines, expected " +
                          std::to_string(n_rows) + "; build the index again",
                      Where{path, 0, ""});
  }
  DocumentTable table;
  table.ids.reserve(n_rows);
  table.text_digests.reserve(n_rows);
  json::Reader reader;
  for (std::uint64_t line = 1; !bytes.empty(); ++line) {
    const std::size_t end = bytes.find('\n');
    Status status = parse_line(reader, bytes.substr(0, end), table);
    if (!status.ok()) {
      Error error = std::move(status).error();
      if (error.code == Code::kInvalidInput) error.code = Code::kCorrupt;
      error.where.path = path;
      error.where.line = line;
      return error;
    }
    bytes.remove_prefix(end + 1);
  }
  return table;
}

}  // namespace ragsieve
