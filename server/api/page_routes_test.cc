#include "server/api/page_routes.h"

#include <gmock/gmock.h>

#include "server/api/api_testing.h"

namespace ragsieve::api {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Pair;

constexpr unsigned char kHtml[] = {'<', 'p', '>'};
constexpr unsigned char kScript[] = {'1', ';', 0};
constexpr EmbeddedFile kFiles[] = {{"index.html", kHtml}, {"assets/a-1.js", kScript}};

TEST(PageRoutes, ServeTheBuiltFilesUnderAStrictPolicy) {
  RouteCaller caller(page_routes(kFiles));
  const ServerResponse index = caller.call("GET /");
  EXPECT_EQ(index.body, "<p>");
  EXPECT_EQ(index.content_type, "text/html; charset=utf-8");
  EXPECT_THAT(index.headers,
              Contains(Pair("Content-Security-Policy", HasSubstr("default-src 'none'"))));
  const ServerResponse script = caller.call("GET /assets/a-1.js");
  EXPECT_EQ(script.body, std::string("1;\0", 3));
  EXPECT_EQ(script.content_type, "text/javascript; charset=utf-8");
  EXPECT_EQ(caller.call("GET /assets/other.js").status, 404);
  EXPECT_EQ(caller.call("GET /assets/index.html").status, 404);
}

TEST(PageRoutes, ABuildWithoutThePageSaysSo) {
  RouteCaller caller(page_routes({}));
  const ServerResponse answer = caller.call("GET /");
  EXPECT_EQ(answer.status, 404);
  EXPECT_THAT(answer.body, HasSubstr("no page"));
}

}  // namespace
}  // namespace ragsieve::api
