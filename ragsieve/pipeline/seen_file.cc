#include "ragsieve/pipeline/seen_file.h"

#include <optional>
#include <utility>

#include "ragsieve/base/limits.h"
#include "ragsieve/evidence/members.h"
#include "ragsieve/json/reader.h"

namespace ragsieve {
namespace {

constexpr std::int64_t kVersion = 1;

Result<Digest> digest_member(Members& members, const char* name) {
  const std::string hex = members.digest(name);
  RAGSIEVE_CHECK(members.status());
  return *digest_from_hex(hex);
}

constexpr std::size_t kMostProbes = 1'000'000;

struct Head {
  SeenCorpus seen;  // without its documents
  std::size_t n_documents = 0;
};

Status read_gate(Members& members, SeenCorpus& seen) {
  if (members.has("gate")) {
    RAGSIEVE_TRY(seen.gate, digest_member(members, "gate"));
  }
  if (!members.has("probes")) return ok_status();
  for (const std::string& hex : members.texts("probes", kMostProbes, 64)) {
    const std::optional<Digest> digest = digest_from_hex(hex);
    if (!digest) {
      members.fail("probes", "expected 64 hexadecimal digits each");
      break;
    }
    seen.probes.push_back(*digest);
  }
  return members.status();
}

Result<Head> head_of(const json::Value& value) {
  Members members(value, "", Code::kCorrupt);
  if (members.text("type", 16) != "seen") members.fail("type", "expected \"seen\"");
  if (members.integer("version", 1'000'000) != kVersion) members.fail("version", "expected 1");
  Head head;
  RAGSIEVE_TRY(head.seen.judge, digest_member(members, "judge"));
  head.n_documents = static_cast<std::size_t>(
      members.integer("documents", static_cast<std::int64_t>(limits::kCorpusRecords)));
  RAGSIEVE_CHECK(read_gate(members, head.seen));
  RAGSIEVE_CHECK(members.finish());
  return head;
}

Result<SeenDocument> document_of(const json::Value& value) {
  Members members(value, "", Code::kCorrupt);
  SeenDocument document;
  document.id = members.text("id", limits::kIdBytes);
  RAGSIEVE_TRY(document.text, digest_member(members, "text"));
  document.flagged = members.integer("flagged", 1) == 1;
  RAGSIEVE_CHECK(members.finish());
  return document;
}

// Takes the text apart line by line; errors name the line that was read last.
class Lines {
 public:
  Lines(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  template <typename Read>
  auto next(Read read) -> decltype(read(json::Value())) {
    ++line_;
    const std::size_t end = text_.find('\n');
    if (end == text_.npos) return failed(make_error(Code::kCorrupt, "the last lines are missing"));
    Result<json::Value> value = reader_.parse(text_.substr(0, end));
    text_.remove_prefix(end + 1);
    if (!value.ok()) return failed(std::move(value).error());
    auto result = read(*value);
    if (!result.ok()) return failed(std::move(result).error());
    return result;
  }
  [[nodiscard]] bool at_end() const { return text_.empty(); }
  [[nodiscard]] Error failed(Error error) const {
    error.code = Code::kCorrupt;
    error.where.path = path_;
    error.where.line = line_;
    return error;
  }

 private:
  std::string_view text_;
  const std::string& path_;
  json::Reader reader_;
  std::uint64_t line_ = 0;
};

}  // namespace

std::string seen_text(const SeenCorpus& seen) {
  json::Object head{{"type", "seen"},
                    {"version", kVersion},
                    {"judge", to_hex(seen.judge)},
                    {"documents", seen.documents.size()}};
  if (seen.gate) head.emplace_back("gate", to_hex(*seen.gate));
  if (!seen.probes.empty()) {
    json::Array probes;
    for (const Digest& probe : seen.probes) probes.emplace_back(to_hex(probe));
    head.emplace_back("probes", std::move(probes));
  }
  std::string text = json::dump(head) + "\n";
  for (const SeenDocument& document : seen.documents) {
    text += json::dump(json::Object{{"id", document.id},
                                    {"text", to_hex(document.text)},
                                    {"flagged", document.flagged ? 1 : 0}});
    text += '\n';
  }
  return text;
}

Result<SeenCorpus> parse_seen(std::string_view text, const std::string& path) {
  Lines lines(text, path);
  RAGSIEVE_TRY(Head head, lines.next(head_of));
  SeenCorpus seen = std::move(head.seen);
  for (std::size_t i = 0; i < head.n_documents; ++i) {
    RAGSIEVE_TRY(SeenDocument document, lines.next(document_of));
    if (!seen.documents.empty() && document.id <= seen.documents.back().id) {
      return lines.failed(make_error(Code::kCorrupt, "is not behind the id of the line before it",
                                     Where{"", 0, "id"}));
    }
    seen.documents.push_back(std::move(document));
  }
  if (lines.at_end()) return seen;
  return lines.failed(make_error(Code::kCorrupt, "more lines follow than the first one says"));
}

}  // namespace ragsieve
