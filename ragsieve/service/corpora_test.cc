#include "ragsieve/service/corpora.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "ragsieve/service/service_test_internal.h"

namespace ragsieve {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

class CorporaTest : public ServiceTest {
 protected:
  void SetUp() override {
    ServiceTest::SetUp();
    std::string pattern = (std::filesystem::temp_directory_path() / "corpora-XXXXXX").string();
    outside_ = mkdtemp(pattern.data());
    folder_ = outside_ + "/corpora";
    std::filesystem::create_directories(folder_ + "/handbook");
    std::ofstream(folder_ + "/handbook/a.md") << "The kit hangs beside the door.\n";
    std::ofstream(outside_ + "/secret.md") << "x\n";
    std::filesystem::create_symlink(outside_, folder_ + "/out");
    std::filesystem::create_symlink(folder_ + "/handbook", folder_ + "/in");
  }
  void TearDown() override { std::filesystem::remove_all(outside_); }
  Corpora corpora() { return {*state_, clock_, folder_}; }

  std::string outside_;
  std::string folder_;
};

TEST_F(CorporaTest, ACorpusIsRegisteredFoundMovedAndRemoved) {
  Corpora all = corpora();
  const auto made = all.put("handbook", "handbook", "ann");
  ASSERT_TRUE(made.ok()) << to_string(made.error());
  EXPECT_EQ(made->state, "registered");
  EXPECT_THAT(all.path_of("handbook").value(), EndsWith("/corpora/handbook"));

  ASSERT_TRUE(all.note("handbook", "ready", Digest()).ok());
  EXPECT_EQ(all.find("handbook")->state, "ready");
  ASSERT_TRUE(all.put("handbook", "handbook/a.md", "ann").ok());
  EXPECT_EQ(all.find("handbook")->state, "registered");
  EXPECT_FALSE(all.find("handbook")->manifest.has_value());
  EXPECT_EQ(all.list()->size(), 1U);

  ASSERT_TRUE(all.remove("handbook", "ann").ok());
  EXPECT_EQ(all.remove("handbook", "ann").error().code, Code::kNotFound);
  EXPECT_EQ(all.path_of("handbook").error().code, Code::kNotFound);
}

TEST_F(CorporaTest, EveryChangeIsInTheLog) {
  Corpora all = corpora();
  ASSERT_TRUE(all.put("handbook", "handbook", "ann").ok());
  ASSERT_TRUE(all.remove("handbook", "bob").ok());
  const auto log = state_->use([](Stores& stores) { return stores.audit_log.list({}); });
  ASSERT_EQ(log->size(), 2U);
  EXPECT_EQ((*log)[0].action, "remove corpus");
  EXPECT_EQ((*log)[0].who, "bob");
  EXPECT_EQ((*log)[1].action, "put corpus");
}

TEST_F(CorporaTest, NoPathLeadsOutOfTheFolder) {
  Corpora all = corpora();
  for (const std::string path : {"../secret.md", "/etc/passwd", "out/secret.md", "out",
                                 "handbook/../../secret.md", "handbook/..", ""}) {
    const auto made = all.put("c", path, "ann");
    ASSERT_FALSE(made.ok()) << path;
    EXPECT_EQ(made.error().code, Code::kInvalidArgument) << path;
    EXPECT_EQ(made.error().where.field, "path");
  }
  EXPECT_FALSE(all.put("c", std::string("handbook\0", 9), "ann").ok());
  EXPECT_EQ(all.put("c", "nothing", "ann").error().code, Code::kNotFound);
  EXPECT_TRUE(all.put("c", "in", "ann").ok());  // a link that stays inside
}

TEST_F(CorporaTest, APathThatIsBentLaterIsRefusedThen) {
  Corpora all = corpora();
  ASSERT_TRUE(all.put("c", "in", "ann").ok());
  std::filesystem::remove(folder_ + "/in");
  std::filesystem::create_symlink(outside_, folder_ + "/in");
  EXPECT_EQ(all.path_of("c").error().code, Code::kInvalidArgument);
}

TEST_F(CorporaTest, NamesArePlain) {
  Corpora all = corpora();
  for (const std::string& name : {std::string(), std::string("A"), std::string("a/b"),
                                  std::string("a b"), std::string(65, 'a'), std::string("ä")}) {
    const auto made = all.put(name, "handbook", "ann");
    ASSERT_FALSE(made.ok()) << name;
    EXPECT_EQ(made.error().where.field, "name");
  }
  EXPECT_TRUE(all.put(std::string(64, 'a'), "handbook", "ann").ok());
}

TEST_F(CorporaTest, WithoutAFolderThereIsNone) {
  Corpora all(*state_, clock_, "");
  EXPECT_THAT(all.put("c", "handbook", "ann").error().message, HasSubstr("corpora_dir"));
}

}  // namespace
}  // namespace ragsieve
