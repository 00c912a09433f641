// Rights and the lock of a state folder.
#include "ragsieve/store/sqlite/state_folder.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "ragsieve/store/database_test_internal.h"

namespace ragsieve {
namespace {

unsigned mode_of(const std::string& path) {
  struct stat info{};
  return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 07777U : 0;
}

TEST(StateFolder, IsForItsOwnerAloneWhateverTheMask) {
  const TemporaryFolder temporary;
  const mode_t mask = ::umask(0);
  const auto folder = StateFolder::open(temporary.path() + "/a/b/");
  ::umask(mask);
  ASSERT_TRUE(folder.ok()) << to_string(folder.error());
  EXPECT_EQ(mode_of(temporary.path() + "/a/b"), 0700U);
  EXPECT_EQ(mode_of(temporary.path() + "/a/b/state.lock") & 077U, 0U);
  std::ofstream(temporary.path() + "/a/b/wide") << "x";
  ASSERT_TRUE(folder->make_private("wide").ok());
  ASSERT_TRUE(folder->make_private("new").ok());
  EXPECT_EQ(mode_of(folder->path("wide")), 0600U);
  EXPECT_EQ(mode_of(folder->path("new")), 0600U);
}

TEST(StateFolder, SecondOpeningNamesTheHolder) {
  const TemporaryFolder temporary;
  {
    const auto first = StateFolder::open(temporary.path());
    ASSERT_TRUE(first.ok());
    const auto second = StateFolder::open(temporary.path());
    ASSERT_FALSE(second.ok());
    EXPECT_EQ(second.error().code, Code::kUnavailable);
    EXPECT_THAT(second.error().message,
                testing::HasSubstr("process " + std::to_string(::getpid())));
    EXPECT_EQ(second.error().where.path, temporary.path());
  }
  EXPECT_TRUE(StateFolder::open(temporary.path()).ok());
}

TEST(StateFolder, SecondProcessIsRefusedAndAKilledOneHoldsNothing) {
  const TemporaryFolder temporary;
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto folder = StateFolder::open(temporary.path());
    (void)!::write(ready[1], folder.ok() ? "y" : "n", 1);
    ::pause();
    ::_exit(0);
  }
  char answer = 0;
  ASSERT_EQ(::read(ready[0], &answer, 1), 1);
  EXPECT_EQ(answer, 'y');
  const auto refused = StateFolder::open(temporary.path());
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(ready[0]);
  ::close(ready[1]);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, testing::HasSubstr("process " + std::to_string(child)));
  EXPECT_TRUE(StateFolder::open(temporary.path()).ok());
}

TEST(StateFolder, FolderThatOthersMayWriteToIsRefused) {
  const TemporaryFolder temporary;
  ASSERT_EQ(::chmod(temporary.path().c_str(), 0770), 0);
  const auto refused = StateFolder::open(temporary.path());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kInvalidConfig);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("chmod 700"));
}

TEST(StateFolder, FileInItsPlaceIsRefused) {
  const TemporaryFolder temporary;
  const std::string path = temporary.path() + "/file";
  std::ofstream(path) << "x";
  const auto refused = StateFolder::open(path);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kInvalidConfig);
  EXPECT_FALSE(StateFolder::open(path + "/below").ok());
}

}  // namespace
}  // namespace ragsieve
