// For tests here and of the routes: a state in memory that is gone while the test says so, and that
// counts what it is asked.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "ragsieve/store/state_store.h"

namespace ragsieve {

class FailingDatabase final : public Database {
 public:
  // `gone` and `n_asked` (statements; may be null) outlive it.
  FailingDatabase(std::unique_ptr<Database> inner, const std::atomic<bool>& gone,
                  std::atomic<std::size_t>* n_asked)
      : inner_(std::move(inner)), gone_(gone), n_asked_(n_asked) {}
  [[nodiscard]] SqlWords words() const override { return inner_->words(); }
  [[nodiscard]] Result<std::vector<std::string>> integrity_problems() override {
    return inner_->integrity_problems();
  }

 protected:
  [[nodiscard]] Result<SqlRows> execute(std::string_view sql,
                                        const std::vector<SqlValue>& parameters) override {
    if (n_asked_ != nullptr) ++*n_asked_;
    if (gone_) return make_error(Code::kUnavailable, "the database is gone");
    return inner_->run(sql, parameters);
  }
  [[nodiscard]] Status begin() override { return statement("BEGIN"); }
  [[nodiscard]] Status commit() override { return statement("COMMIT"); }
  void roll_back() override { static_cast<void>(inner_->run("ROLLBACK")); }

 private:
  Status statement(std::string_view sql) {
    RAGSIEVE_CHECK(execute(sql, {}));
    return ok_status();
  }
  std::unique_ptr<Database> inner_;
  const std::atomic<bool>& gone_;
  std::atomic<std::size_t>* n_asked_;
};

[[nodiscard]] inline std::unique_ptr<StateStore> failing_state(
    const std::atomic<bool>& gone, std::atomic<std::size_t>* n_asked = nullptr) {
  StateOptions options;
  options.folder = ":memory:";
  return StateStore::over(
             std::make_unique<FailingDatabase>(open_database(options).value(), gone, n_asked))
      .value();
}

}  // namespace ragsieve
