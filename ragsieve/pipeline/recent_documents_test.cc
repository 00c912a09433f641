#include "ragsieve/pipeline/recent_documents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "ragsieve/base/file.h"
#include "ragsieve/pipeline/pipeline_testing.h"

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::int64_t kNow = 1'700'000'000;
constexpr std::int64_t kDay = 86'400;

RecentDocument document(std::uint8_t number, std::int64_t admitted_s = kNow) {
  RecentDocument recent;
  recent.id = "doc " + std::to_string(number);
  recent.text.bytes[0] = number;
  recent.admitted_s = admitted_s;
  recent.vector = {0.6F, 0.8F};
  recent.words = {1, 5, 9};
  return recent;
}

class Recent : public testing::Test, protected PipelineFixture {
 protected:
  std::unique_ptr<RecentDocuments> open(const std::vector<Digest>& known = {},
                                        std::int64_t now_s = kNow, std::size_t most = 10) {
    RecentOptions options{path("state"), 7, most};
    RunOptions run;
    run.log = [this](LogLevel, std::string_view line) { log_ += line; };
    return RecentDocuments::open(options, Digest{}, known, now_s, run).value();
  }
  std::vector<std::string> ids(const RecentDocuments& recent) {
    std::vector<std::string> ids;
    for (const RecentDocument& one : recent.documents()) ids.push_back(one.id);
    return ids;
  }
  std::string log_;
};

TEST_F(Recent, ComesBackAsItWasAdded) {
  ASSERT_TRUE(open()->add(document(1)).ok());
  const auto recent = open();
  ASSERT_EQ(recent->documents().size(), 1U);
  const RecentDocument& one = recent->documents().front();
  EXPECT_EQ(one.id, "doc 1");
  EXPECT_EQ(one.admitted_s, kNow);
  EXPECT_EQ(one.vector, document(1).vector);
  EXPECT_EQ(one.words, document(1).words);
}

TEST_F(Recent, IsForItsOwnerAlone) {
  ASSERT_TRUE(open()->add(document(1)).ok());
  const std::string folder = path("state/recent/") + to_hex(Digest{});
  EXPECT_EQ(std::filesystem::status(folder).permissions(), std::filesystem::perms::owner_all);
}

TEST_F(Recent, NewestComeFirstAndOnlySoMany) {
  const auto recent = open();
  for (const std::uint8_t n : {1, 2, 3}) ASSERT_TRUE(recent->add(document(n, kNow - n)).ok());
  EXPECT_THAT(ids(*open()), ElementsAre("doc 1", "doc 2", "doc 3"));
  EXPECT_THAT(ids(*open({}, kNow, 2)), ElementsAre("doc 1", "doc 2"));
}

TEST_F(Recent, TheOldAndWhatTheCorpusHoldsLeave) {
  const auto recent = open();
  ASSERT_TRUE(recent->add(document(1)).ok());
  ASSERT_TRUE(recent->add(document(2)).ok());
  EXPECT_THAT(ids(*open({document(1).text})), ElementsAre("doc 2"));
  EXPECT_THAT(ids(*open({}, kNow + 8 * kDay)), IsEmpty());
  EXPECT_THAT(ids(*open()), IsEmpty());  // both files are gone
}

TEST_F(Recent, ADamagedFileIsPassedOverAndNamed) {
  ASSERT_TRUE(open()->add(document(1)).ok());
  ASSERT_TRUE(open()->add(document(2)).ok());
  const std::string folder = path("state/recent/") + to_hex(Digest{});
  ASSERT_TRUE(write_file(folder + "/" + to_hex(document(1).text) + ".recent", "damaged").ok());
  EXPECT_THAT(ids(*open()), ElementsAre("doc 2"));
  EXPECT_THAT(log_, HasSubstr("is no admitted document"));
}

TEST_F(Recent, NothingIsKeptWithoutAFolder) {
  const auto recent =
      RecentDocuments::open(RecentOptions{"", 7, 10}, Digest{}, {}, kNow, RunOptions{}).value();
  EXPECT_TRUE(recent->add(document(1)).ok());
  EXPECT_TRUE(recent->documents().empty());
}

}  // namespace
}  // namespace ragsieve
