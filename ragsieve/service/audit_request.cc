#include "ragsieve/service/audit_request.h"

#include "ragsieve/evidence/members.h"
#include "ragsieve/service/corpus_path.h"

namespace ragsieve {

Result<AuditRequest> audit_request_of(const json::Value& value) {
  Members members(value, "");
  AuditRequest request;
  request.corpus = members.text("corpus", kCorpusNameBytes);
  request.reference = members.optional_text("reference", kCorpusNameBytes);
  members.ignore("alpha");
  if (const json::Value* alpha = value.find("alpha"); alpha != nullptr) {
    if (alpha->is_number() && alpha->number() > 0 && alpha->number() < 1) {
      request.alpha = alpha->number();
    } else {
      members.fail("alpha", "expected a number between 0 and 1, neither of them");
    }
  }
  RAGSIEVE_CHECK(members.finish());
  return request;
}

json::Value to_json(const AuditRequest& request) {
  json::Object object;
  object.reserve(3);
  object.emplace_back("corpus", request.corpus);
  if (request.reference) object.emplace_back("reference", *request.reference);
  if (request.alpha) object.emplace_back("alpha", *request.alpha);
  return object;
}

}  // namespace ragsieve
