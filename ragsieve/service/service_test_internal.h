// What the tests of this folder share: a state in memory and a clock that stands.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "ragsieve/service/screened_testing.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

class ServiceTest : public testing::Test {
 protected:
  std::unique_ptr<StateStore> state_ = state_in_memory();
  StandingClock clock_;
};

}  // namespace ragsieve
