// Each way of breaking a chain, and the words that name it.
#include "ragsieve/evidence/chain_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/evidence/chain_testing.h"
#include "ragsieve/evidence/report_file.h"

namespace ragsieve {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_evidence::sample_statement;

class ChainCheckOf : public testing::Test, protected testing_evidence::ChainFolder {
 protected:
  // A well-formed link that follows `previous`, sealed by `key`, under the given number.
  void plant(std::uint64_t number, const std::string& previous, const PrivateKey& key) {
    AnyStatement statement = sample_statement("planted");
    set_previous(statement, previous);
    const std::string bytes = *report_bytes(statement, &key);
    const std::string digest = to_hex(parse_report_file(bytes)->digest);
    write(path(link_stem(number, digest) + ".dsse.json"), bytes);
    planted_ = digest;
  }
  std::string planted_;
};

TEST_F(ChainCheckOf, AnUnbrokenChainHasNoProblem) {
  const auto links = append(4);
  const ChainCheck result = check(links[2].digest);
  EXPECT_THAT(result.problems, IsEmpty());
  EXPECT_EQ(result.n_links, 4U);
  EXPECT_EQ(result.n_unsealed, 0U);
  EXPECT_EQ(result.position, 3U);
  EXPECT_EQ(result.head, (ChainHead{4, links[3].digest}));
  EXPECT_FALSE(check(std::string(64, '5')).position);
}

TEST_F(ChainCheckOf, AnEmptyFolderIsAChainOfNothing) {
  ASSERT_TRUE(ReportChain::open(folder_).ok());
  EXPECT_THAT(check().problems, IsEmpty());
  EXPECT_EQ(check().n_links, 0U);
}

TEST_F(ChainCheckOf, AMissingLinkIsNamed) {
  const auto links = append(5);
  std::filesystem::remove(links[1].path);
  EXPECT_THAT(check().problems, ElementsAre("link 2 is missing"));
  std::filesystem::remove(links[2].path);
  EXPECT_THAT(check().problems, ElementsAre("links 2 to 3 are missing"));
  std::filesystem::remove(links[0].path);
  EXPECT_THAT(check().problems, ElementsAre("links 1 to 3 are missing"));
}

TEST_F(ChainCheckOf, RenumberedAfterARemovalIsFound) {
  const auto links = append(4);
  std::filesystem::remove(links[1].path);
  std::filesystem::rename(links[2].path, path(link_stem(2, links[2].digest) + ".dsse.json"));
  std::filesystem::rename(links[3].path, path(link_stem(3, links[3].digest) + ".dsse.json"));
  EXPECT_THAT(check().problems, Contains(HasSubstr("link 2 is foreign or follows an altered one")));
  EXPECT_THAT(check().problems, Contains(HasSubstr("cut off")));
}

TEST_F(ChainCheckOf, MovedLinksAreNamed) {
  const auto links = append(4);
  std::filesystem::rename(links[1].path, path(link_stem(3, links[1].digest) + ".dsse.json"));
  std::filesystem::rename(links[2].path, path(link_stem(2, links[2].digest) + ".dsse.json"));
  EXPECT_THAT(check().problems, Contains("link 2 was moved: it follows link 3 and not link 1"));
}

TEST_F(ChainCheckOf, ACutOffEndIsNamed) {
  const auto links = append(4);
  std::filesystem::remove(links[3].path);
  EXPECT_THAT(check().problems, ElementsAre("the chain was cut off: its head names link 4, the "
                                            "last one here is link 3"));
  for (std::size_t i = 0; i < 3; ++i) std::filesystem::remove(links[i].path);
  EXPECT_THAT(check().problems, ElementsAre(HasSubstr("the last one here is none")));
}

TEST_F(ChainCheckOf, AMissingOrAlteredHeadIsNamed) {
  append(3);
  std::filesystem::remove(path("head"));
  EXPECT_THAT(check().problems, ElementsAre(HasSubstr("the head is missing")));
  write(path("head"), "{}");
  EXPECT_THAT(check().problems, ElementsAre(HasSubstr("the head was altered")));
  write(path("head"), std::string(2000, ' '));
  EXPECT_THAT(check().problems, ElementsAre(HasSubstr("the head was altered")));
  write(path("head"), to_json(ChainHead{3, std::string(64, 'a')}));
  EXPECT_THAT(check().problems, ElementsAre(HasSubstr("link 3 was replaced")));
}

TEST_F(ChainCheckOf, ForeignLinksAreNamed) {
  const auto links = append(2);
  plant(3, links[1].digest, PrivateKey::generate());
  EXPECT_THAT(check().problems, AllOf(Contains("link 3 is foreign: no trusted key signed it"),
                                      Contains("link 3 is foreign: the chain ends with link 2")));
  std::filesystem::remove(path(link_stem(3, planted_) + ".dsse.json"));

  plant(2, links[0].digest, key_);
  EXPECT_THAT(check().problems, Contains(HasSubstr("two reports claim to be link 2")));
  std::filesystem::remove(links[1].path);
  EXPECT_THAT(check().problems, ElementsAre(HasSubstr("link 2 was replaced")));
  std::filesystem::remove(path(link_stem(2, planted_) + ".dsse.json"));

  plant(2, std::string(kNoReport), key_);
  EXPECT_THAT(check().problems, Contains("link 2 is foreign: it begins another chain"));
  std::filesystem::remove(path(link_stem(2, planted_) + ".dsse.json"));

  plant(2, std::string(64, '9'), key_);
  EXPECT_THAT(check().problems, Contains(HasSubstr("link 2 is foreign or follows an altered")));
}

TEST_F(ChainCheckOf, AlteredLinksAreNamed) {
  const auto links = append(2);
  const std::string good = read(links[0].path);
  write(links[0].path, good.substr(0, good.size() / 2));
  EXPECT_THAT(check().problems, Contains(HasSubstr("link 1 was altered: not JSON")));
  write(links[0].path, std::string((std::size_t{4} << 20) + 1, ' '));
  EXPECT_THAT(check().problems, Contains(HasSubstr("link 1 was altered")));
  // Another sealed report of ours under this link's name.
  AnyStatement other = sample_statement("another document");
  write(links[0].path, *report_bytes(other, &key_));
  EXPECT_THAT(check().problems,
              Contains(HasSubstr("link 1 was altered: its digest is not the one")));
  write(links[0].path, good);
  std::filesystem::copy_file(links[0].path, path("copy.dsse.json"));
  EXPECT_THAT(check().problems, ElementsAre(HasSubstr("'copy.dsse.json' is a report, but no")));
}

TEST_F(ChainCheckOf, LinksByARevokedKeyAreNamed) {
  append(2);
  trust_.keys[0].revoked_at_s = testing_evidence::kNoon;
  EXPECT_THAT(check().problems, ElementsAre(HasSubstr("link 1: the report is of 2024-05-01T12"),
                                            HasSubstr("was revoked at")));
}

TEST_F(ChainCheckOf, WhatCannotBeReadIsAnError) {
  EXPECT_EQ(check_chain(folder_ + "/none", trust_, "").error().code, Code::kNotFound);
}

}  // namespace
}  // namespace ragsieve
