#include "ragsieve/pipeline/models.h"

#include <gtest/gtest.h>

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/pipeline/pipeline_testing.h"

namespace ragsieve {
namespace {

class Models : public testing::Test, protected PipelineFixture {};

TEST_F(Models, StatesAreOkMissingAndDamaged) {
  EXPECT_TRUE(list_models(folder_)->empty());
  ModelSpec spec;
  spec.role = kRoleCausalLm;
  spec.sha256 = sha256("weights");
  for (const std::string name : {"a", "b", "c"}) {
    spec.name = name;
    spec.file = name + ".gguf";
    ASSERT_TRUE(write_manifest_entry(folder_, spec).ok());
  }
  write("a.gguf", "weights");
  write("b.gguf", "half");
  const auto listings = list_models(folder_).value();
  ASSERT_EQ(listings.size(), 3U);
  EXPECT_EQ(listings[0].state, "ok");
  EXPECT_EQ(listings[1].state, "damaged");
  EXPECT_EQ(listings[2].state, "missing");
}

}  // namespace
}  // namespace ragsieve
