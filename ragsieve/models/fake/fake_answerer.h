// A deterministic answerer without weights, for tests: the sentence that shares most words with
// the question. It counts its calls and can fail or hang at one of them, so that tests can say what
// a gate does when its generator dies half way. Any thread may call.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>

#include "ragsieve/models/answerer.h"

namespace ragsieve {

struct FakeAnswererOptions {
  std::string name = "fake-answerer";
  std::size_t fail_from = 0;  // calls from this one on (1: the first) fail; 0: none
  Error error{Code::kUnavailable, "the fake answerer fails as asked", {}};
  std::size_t hang_at = 0;  // this call waits until it is cancelled; 0: none
};

class FakeAnswerer final : public Answerer {
 public:
  explicit FakeAnswerer(FakeAnswererOptions options = {});
  [[nodiscard]] const AnswererIdentity& identity() const override { return identity_; }
  // Of equal sentences the earliest; no shared word: the empty answer.
  [[nodiscard]] Result<Answer> answer(std::string_view question,
                                      std::span<const std::string_view> passages,
                                      const RunOptions& run) override;
  [[nodiscard]] std::size_t n_answered() const { return n_calls_.load(); }  // failures included

 private:
  FakeAnswererOptions options_;
  AnswererIdentity identity_;
  std::atomic<std::size_t> n_calls_{0};
};

}  // namespace ragsieve
