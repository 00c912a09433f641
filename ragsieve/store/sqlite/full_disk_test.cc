// A disk that fills up: the error says so, what was acknowledged stays, and work goes on once there
// is space again. The disk is a limit on the size of files.
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>

#include "ragsieve/store/database_test_internal.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {
namespace {

class FileLimit {
 public:
  explicit FileLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;
  ~FileLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int) = nullptr;
};

Status add(StateStore& state, int number) {
  return state.in_transaction([&](Stores& stores) -> Status {
    StoredDocument document;
    document.id = std::to_string(number);
    document.text = std::string(100'000, 'x');
    RAGSIEVE_CHECK(stores.documents.add(document));
    return stores.audit_log.append({0, number, "kim", "add", document.id, "done"});
  });
}

std::int64_t n_logged(StateStore& state) {
  const auto log = state.use([](Stores& stores) { return stores.audit_log.list(Page()); });
  EXPECT_TRUE(log.ok());
  return log.ok() ? std::ssize(*log) : -1;
}

TEST(FullDisk, LosesNothingAndSaysSo) {
  const TemporaryFolder folder;
  StateOptions options;
  options.folder = folder.path();
  int n_acknowledged = 0;
  {
    auto state = StateStore::open(options);
    ASSERT_TRUE(state.ok()) << to_string(state.error());
    {
      const FileLimit limit(1'000'000);
      Status status = add(**state, n_acknowledged);
      while (status.ok() && n_acknowledged < 100) status = add(**state, ++n_acknowledged);
      ASSERT_FALSE(status.ok());
      EXPECT_EQ(status.error().code, Code::kNoSpace) << to_string(status.error());
      EXPECT_THAT(status.error().message, testing::HasSubstr("disk is full"));
      EXPECT_GT(n_acknowledged, 3);
      EXPECT_EQ(n_logged(**state), n_acknowledged);  // reading goes on
      EXPECT_EQ(add(**state, n_acknowledged).error().code, Code::kNoSpace);
    }
    const Status again = add(**state, n_acknowledged);
    ASSERT_TRUE(again.ok()) << to_string(again.error());
    ++n_acknowledged;
  }
  auto state = StateStore::open(options);
  ASSERT_TRUE(state.ok()) << to_string(state.error());
  EXPECT_EQ(n_logged(**state), n_acknowledged);
  EXPECT_THAT(*(*state)->problems(), testing::IsEmpty());
  EXPECT_TRUE((*state)
                  ->use([&](Stores& stores) {
                    return stores.documents.find(std::to_string(n_acknowledged - 1));
                  })
                  ->has_value());
}

TEST(FullDisk, FullFromTheStartIsToldAtOpening) {
  const TemporaryFolder folder;
  StateOptions options;
  options.folder = folder.path() + "/state";
  {
    const FileLimit limit(10);  // the lock's file fits
    const auto refused = StateStore::open(options);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, Code::kNoSpace) << to_string(refused.error());
  }
  EXPECT_TRUE(StateStore::open(options).ok());
}

}  // namespace
}  // namespace ragsieve
