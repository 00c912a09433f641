#include "server/api/document_routes.h"

#include <gmock/gmock.h>

#include "ragsieve/service/screened_testing.h"
#include "server/api/api_testing.h"

namespace ragsieve::api {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class DocumentRoutes : public testing::Test, protected ScreenedState {
 protected:
  DocumentsDesk desk_{*state_};
  RouteCaller routes_{document_routes(desk_)};
};

TEST_F(DocumentRoutes, ADocumentIsShownWithTextRecordAndVerdicts) {
  add_screened("held", kQuarantined);
  const json::Value body = routes_.body_of("GET /v1/documents/held");
  EXPECT_EQ(text_at(*body.find("document"), "id"), "held.md");
  EXPECT_EQ(text_at(*body.find("document"), "raw_sha256"), to_hex(sha256("text of held")));
  EXPECT_EQ(text_at(body, "text"), "text of held");
  EXPECT_EQ(text_at(*body.find("record"), "verdict"), "QUARANTINE");
  EXPECT_THAT(*body.find("verdicts")->array(), SizeIs(1));
  EXPECT_THAT(*body.find("decisions")->array(), IsEmpty());
}

TEST_F(DocumentRoutes, ATextOfAnyBytesIsStillJson) {
  StoredDocument odd;
  odd.id = "odd";
  odd.text = std::string("a\0\xff\x1b", 4);
  keep([&](Stores& stores) { return stores.documents.add(odd); });
  const json::Value body = routes_.body_of("GET /v1/documents/odd");
  EXPECT_EQ(text_at(body, "text"), std::string("a\0\xef\xbf\xbd\x1b", 6));
  EXPECT_EQ(body.find("record"), nullptr);
}

TEST_F(DocumentRoutes, WhatIsNotThereIs404) {
  EXPECT_EQ(routes_.call("GET /v1/documents/none").status, 404);
  EXPECT_EQ(routes_.call("GET /v1/documents/" + std::string(8000, 'a')).status, 404);
  EXPECT_EQ(routes_.call("GET /v1/documents/'; DROP TABLE documents").status, 404);
}

TEST_F(DocumentRoutes, ListsAreNarrowedByTheQuery) {
  add_screened("a", kAdmitted);
  add_screened("b", kQuarantined);
  EXPECT_THAT(items_of(routes_.body_of("GET /v1/documents")), SizeIs(2));
  EXPECT_THAT(items_of(routes_.body_of("GET /v1/documents?source=a.md")), SizeIs(1));
  EXPECT_THAT(items_of(routes_.body_of("GET /v1/documents?source=none")), IsEmpty());
  EXPECT_THAT(items_of(routes_.body_of("GET /v1/verdicts")), SizeIs(2));
  const json::Value held = routes_.body_of("GET /v1/verdicts?verdict=QUARANTINE");
  ASSERT_THAT(items_of(held), SizeIs(1));
  EXPECT_EQ(text_at(items_of(held)[0], "source"), "b.md");
  const json::Value first = routes_.body_of("GET /v1/documents?limit=1");
  EXPECT_EQ(text_at(items_of(first)[0], "document"), "b");
  EXPECT_TRUE(first.find("next")->is_number());
  for (const std::string bad : {"verdict=admit", "verdict=", "limit=0", "before=x"}) {
    EXPECT_EQ(routes_.call("GET /v1/verdicts?" + bad).status, 400) << bad;
  }
}

}  // namespace
}  // namespace ragsieve::api
