// Any bytes as the body of a request to filter or to audit: what is accepted keeps its limits, what
// is refused is said to be the fault of the request.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>

#include "ragsieve/connect/id.h"
#include "ragsieve/service/audit_request.h"
#include "ragsieve/service/filter_request.h"
#include "server/api/answer.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_context(const ragsieve::RetrievedContext& context) {
  require(ragsieve::check_id(context.query.id).ok() && !context.query.text.empty());
  require(context.line > 0 && context.line <= ragsieve::kFilterContexts);
  require(context.documents.size() <= ragsieve::kFilterDocuments);
  std::set<std::string> ids;
  for (const ragsieve::Document& document : context.documents) {
    require(ragsieve::check_id(document.id).ok() && !document.indexed_text.empty());
    require(ids.insert(document.id).second);
  }
}

void filter_body(const ragsieve::json::Value& body) {
  const auto request = ragsieve::filter_request_of(body);
  if (!request.ok()) {
    require(request.error().code == ragsieve::Code::kInvalidInput);
    return;
  }
  const ragsieve::Contexts& contexts = request->contexts;
  const std::size_t n = contexts.contexts.size() + contexts.bad.size();
  require(n > 0 && n <= ragsieve::kFilterContexts);
  for (const ragsieve::RetrievedContext& context : contexts.contexts) check_context(context);
  for (const ragsieve::Error& error : contexts.bad) {
    require(error.where.path.starts_with("contexts["));
  }
}

void audit_body(const ragsieve::json::Value& body) {
  const auto request = ragsieve::audit_request_of(body);
  if (!request.ok()) {
    require(request.error().code == ragsieve::Code::kInvalidInput);
    return;
  }
  require(!request->alpha || (*request->alpha > 0 && *request->alpha < 1));
  const auto again = ragsieve::audit_request_of(ragsieve::to_json(*request));
  require(again.ok() && again->corpus == request->corpus);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ragsieve::ServerRequest request;
  request.body.assign(reinterpret_cast<const char*>(data), size);
  const auto body = ragsieve::api::body_of({request, {}, {}});
  if (!body.ok()) return 0;
  filter_body(*body);
  audit_body(*body);
  return 0;
}
