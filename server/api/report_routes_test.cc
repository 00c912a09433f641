#include "server/api/report_routes.h"

#include <gmock/gmock.h>

#include "ragsieve/service/screened_testing.h"
#include "server/api/api_testing.h"

namespace ragsieve::api {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class ReportRoutes : public testing::Test, protected ScreenedState {
 protected:
  DocumentsDesk desk_{*state_};
  RouteCaller routes_{report_routes(desk_)};
};

TEST_F(ReportRoutes, AReportIsItsBytes) {
  const Digest digest = add_screened("a", kAdmitted);
  for (const std::string& name : {to_hex(digest), report_name(digest)}) {
    const ServerResponse answer = routes_.call("GET /v1/reports/" + name);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.content_type, "application/vnd.dsse.envelope.v1+json");
    EXPECT_EQ(answer.body, report(digest).envelope);
  }
  log_ = ReportLog(std::nullopt);
  const Digest unsealed = screen("a", kAdmitted);
  const ServerResponse answer = routes_.call("GET /v1/reports/" + to_hex(unsealed));
  EXPECT_EQ(answer.content_type, "application/json");
  EXPECT_EQ(answer.body, report(unsealed).envelope);
}

TEST_F(ReportRoutes, WhatIsNoDigestNamesNone) {
  EXPECT_EQ(routes_.call("GET /v1/reports/" + std::string(64, '0')).status, 404);
  for (const std::string& name :
       {std::string("x"), std::string(64, 'g'), "md5:" + std::string(64, '0')}) {
    EXPECT_EQ(routes_.call("GET /v1/reports/" + name).status, 400) << name;
  }
}

TEST_F(ReportRoutes, TheChainIsPagedFromItsStart) {
  EXPECT_THAT(items_of(routes_.body_of("GET /v1/reports")), IsEmpty());
  const Digest first = add_screened("a", kAdmitted);
  const Digest second = add_screened("b", kAdmitted);
  const json::Value page = routes_.body_of("GET /v1/reports?limit=1");
  ASSERT_THAT(items_of(page), SizeIs(1));
  EXPECT_EQ(text_at(items_of(page)[0], "digest"), report_name(first));
  EXPECT_EQ(page.find("next")->number(), 1);
  EXPECT_EQ(text_at(*page.find("head"), "digest"), report_name(second));
  const json::Value last = routes_.body_of("GET /v1/reports?after=1&limit=1");
  EXPECT_EQ(text_at(items_of(last)[0], "previous"), report_name(first));
  EXPECT_EQ(last.find("next")->type_name(), "null");
  for (const std::string bad : {"after=-1", "limit=0", "limit=1001", "after=a"}) {
    EXPECT_EQ(routes_.call("GET /v1/reports?" + bad).status, 400) << bad;
  }
}

}  // namespace
}  // namespace ragsieve::api
