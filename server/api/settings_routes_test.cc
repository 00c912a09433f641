#include "server/api/settings_routes.h"

#include <gmock/gmock.h>

#include "server/api/api_testing.h"

namespace ragsieve::api {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(SettingsRoutes, TellWhatRunsAndNoSecret) {
  Config config;
  config.generator.endpoint.api_key = "hunter2";
  SettingsApi api{"1.2.3",
                  "fake",
                  "/srv/corpora",
                  config_entries(config),
                  {{"encoder", "bag-of-words", std::string(64, 'a')}},
                  std::pair("Safety desk", "abcd")};
  RouteCaller caller(settings_routes(api));
  const ServerResponse answer = caller.call("GET /v1/settings");
  EXPECT_EQ(answer.status, 200);
  EXPECT_THAT(answer.body, HasSubstr(R"("owner":"Safety desk")"));
  EXPECT_THAT(answer.body, HasSubstr(R"({"section":"server","key":"listen","value":"\"127)"));
  EXPECT_THAT(answer.body, Not(HasSubstr("hunter2")));
}

TEST(SettingsRoutes, WithoutAKeyReportsAreUnsealed) {
  RouteCaller caller(settings_routes({}));
  EXPECT_THAT(caller.call("GET /v1/settings").body, HasSubstr(R"("key":null)"));
}

}  // namespace
}  // namespace ragsieve::api
