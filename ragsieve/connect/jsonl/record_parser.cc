#include "ragsieve/connect/jsonl/record_parser.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace ragsieve {
namespace {

constexpr std::array<std::string_view, 3> kWithTitle{"_id", "text", "title"};
constexpr std::array<std::string_view, 2> kWithoutTitle{"_id", "text"};
constexpr std::array<std::string_view, 1> kOtherId{"id"};

Error missing(std::string field, std::string_view expected) {
  return make_error(Code::kInvalidInput, "is missing, expected " + std::string(expected),
                    Where{"", 0, std::move(field)});
}

// Whether `record` has exactly one title and that is null, as exports of data frames write it.
bool title_is_null(const json::Value& record) {
  const json::Object* members = record.object();
  if (members == nullptr || std::ranges::count(*members, "title", &json::Member::first) != 1) {
    return false;
  }
  return std::holds_alternative<std::nullptr_t>(record.find("title")->storage());
}

}  // namespace

Result<RecordParser::Members> RecordParser::document_members(std::string_view line) {
  Result<Members> members = reader_.string_members(line, kWithTitle);
  if (members.ok() || members.error().where.field != "title") return members;
  RAGSIEVE_TRY(const json::Value record, reader_.parse(line));
  if (!title_is_null(record)) return members;
  return reader_.string_members(line, kWithoutTitle);
}

Result<Record> RecordParser::complete(std::string_view line, Members members) {
  Record record;
  record.id_field = kWithTitle[0];
  std::optional<std::string> id = std::move(members[0]);
  if (!id) {
    RAGSIEVE_TRY(Members other, reader_.string_members(line, kOtherId));
    record.id_field = kOtherId[0];
    id = std::move(other[0]);
  }
  if (!id) return missing("_id", R"(a string "_id" or "id")");
  if (!members[1]) return missing("text", "a string");
  record.id = *std::move(id);
  record.text = *std::move(members[1]);
  if (members.size() > 2 && members[2]) record.title = *std::move(members[2]);
  return record;
}

Result<Record> RecordParser::parse_document(std::string_view line) {
  RAGSIEVE_TRY(Members members, document_members(line));
  return complete(line, std::move(members));
}

Result<Record> RecordParser::parse_query(std::string_view line) {
  RAGSIEVE_TRY(Members members, reader_.string_members(line, kWithoutTitle));
  return complete(line, std::move(members));
}

}  // namespace ragsieve
