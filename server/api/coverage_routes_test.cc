#include "server/api/coverage_routes.h"

#include <gmock/gmock.h>

#include "ragsieve/service/gate_test_internal.h"
#include "server/api/api_testing.h"

namespace ragsieve::api {
namespace {

using testing::SizeIs;

class CoverageRoutesTest : public GateServiceTest {
 protected:
  RouteCaller routes() { return RouteCaller(coverage_routes(*gates_, {})); }
};

TEST_F(CoverageRoutesTest, TellsWhichDocumentsTheProbesReach) {
  ASSERT_TRUE(gates_->open("notes", {}).ok());
  const json::Value coverage = routes().body_of("GET /v1/corpora/notes/coverage");
  EXPECT_EQ(coverage.find("probes")->number(), 1);
  EXPECT_EQ(coverage.find("documents")->number(), 30);
  EXPECT_EQ(coverage.find("reached")->number(), coverage.find("depth")->number());
  ASSERT_THAT(items_of(coverage), SizeIs(30));
  EXPECT_EQ(text_at(items_of(coverage)[0], "id"), "warranty#1");
  EXPECT_EQ(items_of(coverage)[0].find("best_rank")->number(), 1);
  double reached = 0;
  for (const json::Value& topic : *coverage.find("topics")->array()) {
    reached += topic.find("reached")->number();
  }
  EXPECT_EQ(reached, coverage.find("reached")->number());
  EXPECT_FALSE(*coverage.find("more")->boolean());
}

TEST_F(CoverageRoutesTest, OfACorpusThatIsNotReadyComeBackLater) {
  EXPECT_EQ(routes().call("GET /v1/corpora/notes/coverage").status, 503);
  EXPECT_EQ(routes().call("GET /v1/corpora/none/coverage").status, 404);
}

}  // namespace
}  // namespace ragsieve::api
