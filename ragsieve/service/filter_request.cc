#include "ragsieve/service/filter_request.h"

#include "ragsieve/base/limits.h"
#include "ragsieve/connect/jsonl/contexts.h"
#include "ragsieve/evidence/members.h"
#include "ragsieve/service/corpus_path.h"

namespace ragsieve {
namespace {

std::string numbered(const std::string& place, std::size_t i) {
  return place + "[" + std::to_string(i) + "]";
}

Status check_document(const json::Value& value, const std::string& place) {
  Members members(value, place + ".");
  (void)members.text("id", limits::kLineBytes);
  (void)members.optional_text("title", limits::kLineBytes);
  (void)members.text("text", limits::kLineBytes);
  return members.finish();
}

Status check_context(const json::Value& value, const std::string& place) {
  Members members(value, place + ".");
  (void)members.text("query_id", limits::kLineBytes);
  (void)members.text("query", limits::kLineBytes);
  const json::Array& documents = *members.array("documents", kFilterDocuments).array();
  RAGSIEVE_CHECK(members.finish());
  for (std::size_t i = 0; i < documents.size(); ++i) {
    RAGSIEVE_CHECK(check_document(documents[i], numbered(place + ".documents", i)));
  }
  return ok_status();
}

}  // namespace

Result<FilterRequest> filter_request_of(const json::Value& value) {
  Members members(value, "");
  FilterRequest request;
  request.corpus = members.optional_text("corpus", kCorpusNameBytes);
  const json::Array& contexts = *members.array("contexts", kFilterContexts).array();
  if (contexts.empty()) members.fail("contexts", "is empty, expected one context or more");
  RAGSIEVE_CHECK(members.finish());
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    RAGSIEVE_CHECK(check_context(contexts[i], numbered("contexts", i)));
  }
  request.contexts = contexts_of(contexts);
  return request;
}

}  // namespace ragsieve
