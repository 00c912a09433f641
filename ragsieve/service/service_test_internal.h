// What the tests of this folder share: a state in memory and a clock that stands.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <memory>

#include "ragsieve/base/clock.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

class StandingClock final : public Clock {
 public:
  [[nodiscard]] std::int64_t now_ms() const override { return now; }
  std::atomic<std::int64_t> now = 1'000'000;
};

class ServiceTest : public testing::Test {
 protected:
  void SetUp() override {
    StateOptions options;
    options.folder = ":memory:";
    auto opened = StateStore::open(options);
    ASSERT_TRUE(opened.ok()) << to_string(opened.error());
    state_ = std::move(opened).value();
  }
  std::unique_ptr<StateStore> state_;
  StandingClock clock_;
};

}  // namespace ragsieve
