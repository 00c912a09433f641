#include "ragsieve/connect/jsonl/context_record.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ragsieve/base/limits.h"
#include "ragsieve/connect/id.h"
#include "ragsieve/connect/jsonl/question.h"

namespace ragsieve {
namespace {

struct RankedDocument {
  Document document;
  std::uint64_t rank = 0;  // 0: none given
};

Error field_error(std::string field, std::string message, Code code = Code::kInvalidInput) {
  return make_error(code, std::move(message), Where{"", 0, std::move(field)});
}

std::string found(const json::Value& value) { return ", found " + std::string(value.type_name()); }

bool is_null(const json::Value& value) {
  return std::holds_alternative<std::nullptr_t>(value.storage());
}

// The member called `name` of an object; null where it is absent or JSON's null. `prefix` is where
// the object stands ("documents[3].").
Result<const json::Value*> member(const json::Value& object, const std::string& prefix,
                                  const std::string& name) {
  if (std::ranges::count(*object.object(), name, &json::Member::first) > 1) {
    return field_error(prefix + name, "the member occurs twice; keep one");
  }
  const json::Value* value = object.find(name);
  return value == nullptr || is_null(*value) ? nullptr : value;
}

Result<const json::Value*> required_member(const json::Value& object, const std::string& prefix,
                                           const std::string& name, std::string_view kind) {
  RAGSIEVE_TRY(const json::Value* value, member(object, prefix, name));
  if (value != nullptr) return value;
  return field_error(prefix + name, "is missing, expected " + std::string(kind));
}

Result<std::string> required_string(const json::Value& object, const std::string& prefix,
                                    const std::string& name) {
  RAGSIEVE_TRY(const json::Value* value, required_member(object, prefix, name, "a string"));
  if (value->string() != nullptr) return *value->string();
  return field_error(prefix + name, "expected a string" + found(*value));
}

Result<std::string> required_id(const json::Value& object, const std::string& prefix,
                                const std::string& name) {
  RAGSIEVE_TRY(std::string id, required_string(object, prefix, name));
  Status status = check_id(id);
  if (status.ok()) return id;
  return field_error(prefix + name, status.error().message, status.error().code);
}

Result<std::uint64_t> parse_rank(const json::Value& object, const std::string& prefix) {
  RAGSIEVE_TRY(const json::Value* value, member(object, prefix, "rank"));
  if (value == nullptr) return std::uint64_t{0};
  if (const auto* rank = std::get_if<std::int64_t>(&value->storage()); rank && *rank > 0) {
    return static_cast<std::uint64_t>(*rank);
  }
  if (const auto* rank = std::get_if<std::uint64_t>(&value->storage()); rank && *rank > 0) {
    return *rank;
  }
  const std::string what = value->is_number() ? ", found another number" : found(*value);
  return field_error(prefix + "rank", "expected a positive integer" + what);
}

Result<RankedDocument> parse_document(const json::Value& value, const std::string& place) {
  if (value.object() == nullptr) return field_error(place, "expected an object" + found(value));
  const std::string prefix = place + ".";
  RankedDocument parsed;
  RAGSIEVE_TRY(const json::Value* beir_id, member(value, prefix, "_id"));
  RAGSIEVE_TRY(parsed.document.id, required_id(value, prefix, beir_id != nullptr ? "_id" : "id"));
  RAGSIEVE_TRY(parsed.rank, parse_rank(value, prefix));
  RAGSIEVE_TRY(const json::Value* title, member(value, prefix, "title"));
  if (title != nullptr && title->string() == nullptr) {
    return field_error(prefix + "title", "expected a string" + found(*title));
  }
  RAGSIEVE_TRY(const std::string text, required_string(value, prefix, "text"));
  set_fields(parsed.document, title != nullptr ? *title->string() : std::string(), text);
  if (parsed.document.indexed_text.empty()) {
    return field_error(prefix + "text", "is empty or white space only, expected a text");
  }
  return parsed;
}

std::string place_of(std::size_t index) { return "documents[" + std::to_string(index) + "]"; }

// Ids tell the documents of an answer apart, so no two may share one.
Status check_ids(const std::vector<RankedDocument>& documents) {
  std::unordered_map<std::string_view, std::size_t> first;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto [known, is_new] = first.emplace(documents[i].document.id, i);
    if (is_new) continue;
    return field_error(place_of(i) + ".id",
                       "repeats the id of " + place_of(known->second) + "; ids must be unique");
  }
  return ok_status();
}

// All ranked and no rank twice, or none ranked.
Status check_ranks(const std::vector<RankedDocument>& documents) {
  std::unordered_map<std::uint64_t, std::size_t> first;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const std::string field = place_of(i) + ".rank";
    if ((documents[i].rank == 0) != (documents[0].rank == 0)) {
      return field_error(field, documents[i].rank == 0
                                    ? "is missing, other documents have one; rank all or none"
                                    : "is given, " + place_of(0) + " has none; rank all or none");
    }
    if (documents[i].rank == 0) continue;
    const auto [known, is_new] = first.emplace(documents[i].rank, i);
    if (is_new) continue;
    return field_error(field, "is " + std::to_string(documents[i].rank) + ", as that of " +
                                  place_of(known->second) + "; ranks must be unique");
  }
  return ok_status();
}

Result<std::vector<RankedDocument>> parse_documents(const json::Array& values) {
  if (values.size() > limits::kContextDocuments) {
    return field_error("documents",
                       "has " + std::to_string(values.size()) + " documents, at most " +
                           std::to_string(limits::kContextDocuments) + " are read",
                       Code::kTooLarge);
  }
  std::vector<RankedDocument> documents;
  documents.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    RAGSIEVE_TRY(RankedDocument document, parse_document(values[i], place_of(i)));
    documents.push_back(std::move(document));
  }
  RAGSIEVE_CHECK(check_ids(documents));
  RAGSIEVE_CHECK(check_ranks(documents));
  return documents;
}

}  // namespace

Result<RetrievedContext> parse_context(const json::Value& record, std::uint64_t line) {
  if (record.object() == nullptr) {
    return make_error(Code::kInvalidInput, "expected a JSON object" + found(record));
  }
  RetrievedContext context;
  context.line = line;
  RAGSIEVE_TRY(context.query.id, required_id(record, "", "query_id"));
  RAGSIEVE_TRY(context.query.text, required_string(record, "", "query"));
  if (const Status status = check_question(context.query.text); !status.ok()) {
    return field_error("query", status.error().message);
  }
  RAGSIEVE_TRY(const json::Value* list, required_member(record, "", "documents", "an array"));
  if (list->array() == nullptr) {
    return field_error("documents", "expected an array" + found(*list));
  }
  RAGSIEVE_TRY(std::vector<RankedDocument> documents, parse_documents(*list->array()));
  // Ranks are unique, or none is given and the order is that of the record.
  const bool ranked = !documents.empty() && documents[0].rank != 0;
  if (ranked) std::ranges::sort(documents, {}, &RankedDocument::rank);
  for (auto& [document, rank] : documents) {
    document.line = line;
    document.row = context.documents.size();
    context.documents.push_back(std::move(document));
  }
  return context;
}

}  // namespace ragsieve
