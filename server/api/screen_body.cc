#include "server/api/screen_body.h"

#include <utility>

#include "ragsieve/base/limits.h"
#include "ragsieve/evidence/members.h"
#include "ragsieve/service/screen_jobs.h"
#include "server/api/answer.h"

namespace ragsieve::api {
namespace {

constexpr std::size_t kNameBytes = 1024;
constexpr std::size_t kReasonBytes = 4096;
constexpr std::int64_t kMostTimeoutMs = 300'000;

std::string text_or(Members& members, const char* name, std::string otherwise) {
  return members.optional_text(name, kNameBytes).value_or(std::move(otherwise));
}

// The reviewer is who asks.
std::optional<Supersedes> supersedes_of(Members& members, const Call& call) {
  if (!members.has("supersedes")) return std::nullopt;
  Members inner(members.object("supersedes"), "supersedes.");
  Supersedes supersedes;
  supersedes.id = inner.text("id", kNameBytes);
  supersedes.reviewer = call.principal.name;
  supersedes.reason = inner.text("reason", kReasonBytes);
  if (supersedes.id.empty()) inner.fail("id", "is empty");
  if (supersedes.reason.empty()) inner.fail("reason", "is empty: a decision has a reason");
  const Status fits = inner.finish();
  if (!fits.ok()) members.fail(fits.error());
  return supersedes;
}

Result<ScreenBody> json_body(const Call& call) {
  RAGSIEVE_TRY(const json::Value value, body_of(call));
  Members members(value, "");
  ScreenBody body;
  body.request.corpus = members.text("corpus", kNameBytes);
  body.request.id = members.text("id", kNameBytes);
  body.request.text = members.text("text", limits::kDocumentBytes);
  body.request.media_type = text_or(members, "media_type", "text/plain");
  const auto timeout = members.optional_integer("timeout_ms", kMostTimeoutMs);
  if (timeout) body.timeout = std::chrono::milliseconds(*timeout);
  body.request.supersedes = supersedes_of(members, call);
  RAGSIEVE_CHECK(members.finish());
  return body;
}

Result<std::string> parameter(const Call& call, const std::string& name, std::size_t most) {
  const std::string* text = call.request.parameter(name);
  if (text != nullptr && !text->empty() && text->size() <= most) return *text;
  return make_error(Code::kInvalidArgument,
                    text == nullptr ? "is missing from the query"
                                    : "has " + std::to_string(text->size()) +
                                          " bytes, expected 1 to " + std::to_string(most),
                    Where{"", 0, name});
}

Result<ScreenBody> raw_body(const Call& call, const std::string& media_type) {
  ScreenBody body;
  RAGSIEVE_TRY(body.request.corpus, parameter(call, "corpus", kNameBytes));
  RAGSIEVE_TRY(body.request.id, parameter(call, "id", kNameBytes));
  RAGSIEVE_TRY(const std::int64_t timeout,
               query_number(call, {"timeout_ms", 0, kMostTimeoutMs, body.timeout.count()}));
  body.timeout = std::chrono::milliseconds(timeout);
  if (call.request.parameter("supersedes") != nullptr) {
    Supersedes supersedes;
    RAGSIEVE_TRY(supersedes.id, parameter(call, "supersedes", kNameBytes));
    RAGSIEVE_TRY(supersedes.reason, parameter(call, "reason", kReasonBytes));
    supersedes.reviewer = call.principal.name;
    body.request.supersedes = std::move(supersedes);
  }
  body.request.media_type = media_type;
  body.request.text = call.request.body;
  return body;
}

std::string media_type_of(const Call& call) {
  const std::string* header = call.request.header("content-type");
  if (header == nullptr) return {};
  std::string type = header->substr(0, header->find_first_of("; \t"));
  for (char& c : type) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return type;
}

}  // namespace

Result<ScreenBody> screen_body(const Call& call) {
  const std::string type = media_type_of(call);
  return type == "application/json" ? json_body(call) : raw_body(call, type);
}

Result<std::vector<ScreenRequest>> screens_body(const Call& call) {
  RAGSIEVE_TRY(const json::Value value, body_of(call));
  Members members(value, "");
  const std::string corpus = members.text("corpus", kNameBytes);
  std::vector<ScreenRequest> requests;
  for (const json::Value& entry : *members.array("documents", kMostScreens).array()) {
    Members document(entry, "documents[" + std::to_string(requests.size()) + "].");
    ScreenRequest request;
    request.corpus = corpus;
    request.id = document.text("id", kNameBytes);
    request.text = document.text("text", limits::kDocumentBytes);
    request.media_type = text_or(document, "media_type", "text/plain");
    RAGSIEVE_CHECK(document.finish());
    requests.push_back(std::move(request));
  }
  if (requests.empty()) members.fail("documents", "names no document");
  RAGSIEVE_CHECK(members.finish());
  return requests;
}

}  // namespace ragsieve::api
