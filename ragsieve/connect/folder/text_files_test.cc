#include "ragsieve/connect/folder/text_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/connect/test_folder.h"

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(TextFiles, AnyDepthInTheOrderOfBytes) {
  const TestFolder folder;
  for (const char* name : {"b.txt", "a/z.md", "a-b.txt", "a/b/c.txt", "Z.MD", "é.txt"}) {
    folder.write(name, "x");
  }
  const auto expected = ElementsAre("Z.MD", "a-b.txt", "a/b/c.txt", "a/z.md", "b.txt", "é.txt");
  EXPECT_THAT(list_text_files(folder.path(), 100, {})->names, expected);
  EXPECT_THAT(list_text_files(folder.path() + "/", 100, {})->names, expected);
  EXPECT_THAT(list_text_files(folder.path("a/.."), 100, {})->names, expected);
}

TEST(TextFiles, HiddenNamesArePassedOver) {
  const TestFolder folder;
  folder.write(".hidden.txt", "x");
  folder.write(".git/a.txt", "x");
  folder.write("a.txt", "x");
  EXPECT_THAT(list_text_files(folder.path(), 100, {})->names, ElementsAre("a.txt"));
}

TEST(TextFiles, LinksAreNotFollowed) {
  const TestFolder outside;
  outside.write("secret.txt", "x");
  const TestFolder folder;
  folder.write("a.txt", "x");
  std::filesystem::create_symlink(outside.path("secret.txt"), folder.path("link.txt"));
  std::filesystem::create_directory_symlink(outside.path(), folder.path("linked"));
  std::filesystem::create_directory_symlink(folder.path(), folder.path("loop"));
  const TextFiles files = list_text_files(folder.path(), 100, {}).value();
  EXPECT_THAT(files.names, ElementsAre("a.txt"));
  EXPECT_EQ(files.n_links, 3U);
}

TEST(TextFiles, OthersAreCountedByExtension) {
  const TestFolder folder;
  for (const char* name : {"a.pdf", "b.PDF", "c.docx", "README"}) folder.write(name, "x");
  EXPECT_THAT(list_text_files(folder.path(), 100, {})->others,
              ElementsAre(Pair("", 1), Pair(".docx", 1), Pair(".pdf", 2)));
}

TEST(TextFiles, Limits) {
  const TestFolder folder;
  folder.write("a.txt", "x");
  folder.write("b.txt", "x");
  EXPECT_TRUE(list_text_files(folder.path(), 2, {}).ok());
  EXPECT_EQ(list_text_files(folder.path(), 1, {}).error().code, Code::kTooLarge);
  CancelToken cancel;
  cancel.request();
  EXPECT_EQ(list_text_files(folder.path(), 2, cancel).error().code, Code::kCancelled);
  EXPECT_EQ(list_text_files(folder.path("no"), 2, {}).error().code, Code::kNotFound);
}

}  // namespace
}  // namespace ragsieve
