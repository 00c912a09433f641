#include "ragsieve/models/onednn/runtime.h"

#include <gtest/gtest.h>

extern "C" int omp_get_max_threads(void);

namespace ragsieve {
namespace {

TEST(OnednnRuntime, ComputesOnThisThreadWhileTheGuardLives) {
  const int before = omp_get_max_threads();
  {
    const OnThisThread alone;
    EXPECT_EQ(omp_get_max_threads(), 1);
  }
  EXPECT_EQ(omp_get_max_threads(), before);
}

TEST(OnednnRuntime, EngineNameTellsVersionPassesAndCpu) {
  const std::string& name = onednn_engine_name();
  EXPECT_TRUE(name.starts_with("onednn-")) << name;
  EXPECT_NE(name.find("+bert."), std::string::npos) << name;
  EXPECT_NE(name.find('/'), std::string::npos) << name;
}

TEST(OnednnRuntime, CpuThatLacksInstructionsIsRefusedWithTheSetting) {
  EXPECT_TRUE(check_cpu(OnednnPrecision::kFloat32, false).ok());
  EXPECT_TRUE(check_cpu(OnednnPrecision::kBFloat16, true).ok());
  const Error error = check_cpu(OnednnPrecision::kBFloat16, false).error();
  EXPECT_EQ(error.code, Code::kUnavailable);
  EXPECT_NE(error.message.find("models.encoder_engine"), std::string::npos);
}

}  // namespace
}  // namespace ragsieve
