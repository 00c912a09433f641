// Appending: the links, the steps at which it may be interrupted, and several writers at once.
#include "ragsieve/evidence/chain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <thread>

#include "ragsieve/evidence/chain_testing.h"
#include "ragsieve/evidence/report_file.h"

namespace ragsieve {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_evidence::sample_review;
using testing_evidence::sample_statement;

class Chain : public testing::Test, protected testing_evidence::ChainFolder {};

TEST_F(Chain, LinksNameTheOneBefore) {
  const auto links = append(3);
  ASSERT_EQ(links.size(), 3U);
  std::string previous(kNoReport);
  for (std::size_t i = 0; i < links.size(); ++i) {
    EXPECT_EQ(links[i].number, i + 1);
    EXPECT_THAT(links[i].path, EndsWith(link_stem(i + 1, links[i].digest) + ".dsse.json"));
    const auto report = parse_report_file(read(links[i].path));
    ASSERT_TRUE(report.ok());
    EXPECT_EQ(to_hex(report->digest), links[i].digest);
    EXPECT_EQ(previous_of(*parse_any_statement(report->payload)), previous);
    previous = links[i].digest;
  }
  EXPECT_EQ(read(path("head")), to_json(ChainHead{3, links[2].digest}));
  EXPECT_FALSE(std::filesystem::exists(path("pending")));
}

TEST_F(Chain, HoldsReviewsAndUnsealedReportsToo) {
  append(1);
  auto chain = ReportChain::open(folder_);
  ASSERT_TRUE(chain->append(sample_review(), &key_).ok());
  const auto unsealed = chain->append(sample_statement(), nullptr);
  ASSERT_TRUE(unsealed.ok());
  EXPECT_THAT(unsealed->path, EndsWith(".report.json"));
  const ChainCheck result = check(unsealed->digest);
  EXPECT_THAT(result.problems, IsEmpty());
  EXPECT_EQ(result.n_links, 3U);
  EXPECT_EQ(result.n_unsealed, 1U);
  EXPECT_EQ(result.n_unsealed_last, 1U);
  EXPECT_EQ(result.position, 3U);

  // Sealed later, the link keeps its digest; the unsealed form may still lie beside it.
  const auto sealed = seal_report_bytes(*parse_report_file(read(unsealed->path)), key_);
  ASSERT_TRUE(sealed.ok());
  write(sealed_path(unsealed->path), *sealed);
  EXPECT_THAT(check().problems, IsEmpty());
  EXPECT_EQ(check().n_unsealed, 0U);
  std::filesystem::remove(unsealed->path);
  EXPECT_THAT(check().problems, IsEmpty());
  append(1);
  EXPECT_EQ(check().n_links, 4U);
}

TEST_F(Chain, NothingIsAppendedThatAVerifierRefuses) {
  append(1);
  Statement lie = sample_statement();
  lie.verdict = Verdict::kReject;
  auto chain = ReportChain::open(folder_);
  const auto link = chain->append(lie, &key_);
  ASSERT_FALSE(link.ok());
  EXPECT_EQ(link.error().code, Code::kInternal);
  EXPECT_EQ(check().n_links, 1U);
}

// After each durable step of an append the chain is valid, and the next append goes on.
TEST_F(Chain, IsValidWhereverAnAppendStops) {
  append(2);
  const std::string old_head = read(path("head"));
  const ChainLink link = append(1).front();
  const std::string new_head = read(path("head"));
  const std::string report = read(link.path);
  struct Step {
    bool pending, head, named;
    std::uint64_t n_links;
  };
  for (const Step& step :
       {Step{true, false, false, 2}, Step{true, true, false, 3}, Step{false, true, true, 3}}) {
    std::filesystem::remove(link.path);
    write(path("pending.tmp-Ab12Cd"), report.substr(0, 40));
    if (step.pending) write(path("pending"), report);
    write(path("head"), step.head ? new_head : old_head);
    if (step.named) write(link.path, report);
    EXPECT_THAT(check().problems, IsEmpty());
    EXPECT_EQ(check().n_links, step.n_links);
    EXPECT_EQ(check(link.digest).position.has_value(), step.head);

    const ChainLink next = append(1).front();
    EXPECT_EQ(next.number, step.n_links + 1);
    EXPECT_THAT(check().problems, IsEmpty());
    EXPECT_FALSE(std::filesystem::exists(path("pending")));
    std::filesystem::remove(next.path);
  }
}

TEST_F(Chain, AKilledWriterLeavesAValidChain) {
  append(1);
  for (int round = 0; round < 12; ++round) {
    int pipe_ends[2];
    ASSERT_EQ(::pipe(pipe_ends), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      for (int i = 0; i < 200; ++i) {
        auto chain = ReportChain::open(folder_);
        if (!chain.ok() || !chain->append(sample_statement(), &key_).ok()) ::_exit(1);
        if (::write(pipe_ends[1], "x", 1) != 1) ::_exit(1);
      }
      ::_exit(0);
    }
    ::close(pipe_ends[1]);
    std::string taken(static_cast<std::size_t>(round % 4 + 1), '\0');
    for (char& c : taken) ASSERT_EQ(::read(pipe_ends[0], &c, 1), 1);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ::close(pipe_ends[0]);
    EXPECT_THAT(check().problems, IsEmpty());
  }
  append(1);
  EXPECT_THAT(check().problems, IsEmpty());
}

TEST_F(Chain, WritersTakeTurns) {
  {
    std::vector<std::jthread> writers;
    for (int i = 0; i < 4; ++i) writers.emplace_back([this] { append(5); });
  }
  const ChainCheck result = check();
  EXPECT_THAT(result.problems, IsEmpty());
  EXPECT_EQ(result.n_links, 20U);
}

TEST_F(Chain, IsNotContinuedWhereItIsBroken) {
  const auto links = append(2);
  std::filesystem::remove(links[1].path);
  auto chain = ReportChain::open(folder_);
  auto link = chain->append(sample_statement(), &key_);
  ASSERT_FALSE(link.ok());
  EXPECT_EQ(link.error().code, Code::kCorrupt);
  EXPECT_THAT(link.error().message, HasSubstr("names link 2"));

  std::filesystem::remove(path("head"));
  link = chain->append(sample_statement(), &key_);
  ASSERT_FALSE(link.ok());
  EXPECT_THAT(link.error().message, HasSubstr("no head"));
  write(path("head"), "garbage");
  EXPECT_EQ(chain->append(sample_statement(), &key_).error().code, Code::kCorrupt);
}

TEST_F(Chain, NeedsAFolderThatCanBeMade) {
  const auto chain = ReportChain::open(folder_ + "/a/b");
  ASSERT_FALSE(chain.ok());
  EXPECT_EQ(chain.error().code, Code::kNotFound);
}

TEST(ChainHead, ComesBackAndIsStrict) {
  const ChainHead head{7, std::string(64, 'a')};
  EXPECT_EQ(*parse_chain_head(to_json(head), "head"), head);
  EXPECT_EQ(*parse_chain_head(to_json(ChainHead{}), "head"), ChainHead{});
  for (const std::string& text :
       {std::string(), std::string("{}"), std::string("[]"),
        to_json(ChainHead{0, std::string(64, 'a')}), to_json(ChainHead{1, std::string(kNoReport)}),
        to_json(ChainHead{1, "a"}), " " + to_json(head)}) {
    const auto read = parse_chain_head(text, "head");
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.error().code, Code::kCorrupt);
    EXPECT_EQ(read.error().where.path, "head");
  }
}

}  // namespace
}  // namespace ragsieve
