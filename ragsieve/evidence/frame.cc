#include "ragsieve/evidence/frame.h"

#include "ragsieve/base/limits.h"
#include "ragsieve/evidence/limits.h"
#include "ragsieve/evidence/members.h"
#include "ragsieve/json/canonical.h"

namespace ragsieve {
namespace {

Status parse_subject(const json::Value& value, Frame& frame) {
  Members subject(value, "subject[0].");
  frame.subject = subject.text("name", limits::kStatementTextBytes);
  Members digests(subject.object("digest"), "subject[0].digest.");
  RAGSIEVE_CHECK(subject.finish());
  frame.raw_sha256 = digests.digest("sha256");
  return digests.finish();
}

}  // namespace

std::string to_canonical_json(const Frame& frame) {
  return json::canonical(json::Object{
      {"_type", kStatementType},
      {"subject",
       json::Array{json::Object{{"name", frame.subject},
                                {"digest", json::Object{{"sha256", frame.raw_sha256}}}}}},
      {"predicateType", frame.predicate_type},
      {"predicate", frame.predicate}});
}

Result<Frame> parse_frame(std::string_view bytes) {
  if (bytes.size() > limits::kReportBytes) {
    return make_error(Code::kTooLarge, "a statement of " + std::to_string(bytes.size()) +
                                           " bytes, at most " +
                                           std::to_string(limits::kReportBytes) + " are read");
  }
  RAGSIEVE_TRY(const json::Value value, json::parse_canonical(bytes));
  Members members(value, "");
  Frame frame;
  if (members.text("_type", limits::kStatementTextBytes) != kStatementType) {
    members.fail("_type", "expected " + std::string(kStatementType));
  }
  const json::Value& subjects = members.array("subject", 1);
  if (subjects.array()->size() != 1) members.fail("subject", "expected one document");
  frame.predicate_type = members.text("predicateType", limits::kStatementTextBytes);
  frame.predicate = members.object("predicate");
  RAGSIEVE_CHECK(members.finish());
  RAGSIEVE_CHECK(parse_subject(subjects.array()->front(), frame));
  return frame;
}

Error unknown_predicate(const std::string& found) {
  return make_error(Code::kInvalidInput,
                    "is '" + found.substr(0, 128) +
                        "', which this version does not read; use the version that wrote it",
                    Where{"", 0, "predicateType"});
}

}  // namespace ragsieve
