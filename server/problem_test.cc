#include "server/problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(Problem, HoldsTheErrorsCodeAndPlace) {
  const Error error =
      make_error(Code::kInvalidInput, "is 7, expected a text", Where{"body", 3, "title"});
  const ServerResponse response = problem_of(error, "r1");
  EXPECT_EQ(response.status, 422);
  EXPECT_EQ(response.content_type, "application/problem+json");
  EXPECT_EQ(response.body,
            R"({"type":"about:blank","title":"Unprocessable Content","status":422,)"
            R"("code":"invalid_input","detail":"is 7, expected a text",)"
            R"("where":{"path":"body","line":3,"field":"title"},"request_id":"r1"})");
}

TEST(Problem, WithoutAPlaceHasNone) {
  EXPECT_EQ(problem(404, "not_found", "no such route", "r1").body,
            R"({"type":"about:blank","title":"Not Found","status":404,"code":"not_found",)"
            R"("detail":"no such route","request_id":"r1"})");
}

TEST(Problem, BusySaysWhenToComeBack) {
  const ServerResponse response = busy(503, "the queue is full", 2, "r1");
  EXPECT_EQ(response.status, 503);
  EXPECT_THAT(response.headers, ElementsAre(Pair("Retry-After", "2")));
}

TEST(Problem, EveryStatusOfTheErrorTableHasAPhrase) {
  for (int code = 0; code <= static_cast<int>(Code::kInternal); ++code) {
    const int status = http_status(static_cast<Code>(code));
    if (status == 499 || status == 500) continue;  // the peer is gone; a fault of this program
    EXPECT_NE(reason_phrase(status), "Error") << status;
  }
}

}  // namespace
}  // namespace ragsieve
