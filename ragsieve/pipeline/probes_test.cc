#include "ragsieve/pipeline/probes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/pipeline/index.h"
#include "ragsieve/pipeline/pipeline_testing.h"
#include "ragsieve/pipeline/probe_coverage.h"

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Probes : public testing::Test, protected PipelineFixture {
 protected:
  ProbesReport from_log(const std::string& bytes, LogProbeOptions options = {}) {
    options.log = write("queries.log", bytes);
    return probes_from_log(options, models(), RunOptions{}).value();
  }

  // "kind id" of each finding.
  std::vector<std::string> lint(const std::string& bytes) {
    ProbeLintOptions options;
    options.probes = write("probes.jsonl", bytes);
    const ProbeLintReport report = lint_probes(options, models(), {}).value();
    std::vector<std::string> found;
    for (const ProbeFinding& finding : report.findings) {
      found.push_back(finding.kind + " " + finding.id);
    }
    return found;
  }

  static std::string probe(const std::string& id, const std::string& question,
                           const std::string& more = "") {
    return R"({"id":")" + id + R"(","question":")" + question + "\"" + more + "}\n";
  }

  static std::uint64_t count(const Summary& summary, const std::string& name) {
    for (const auto& [key, value] : summary.counts) {
      if (key == name) return value;
    }
    return 999;
  }
};

TEST_F(Probes, SpellingsOfALogAreOneProbe) {
  const ProbesReport report = from_log(
      "How long is the warranty?\nhow long is the warranty\nHow long is the warranty?\n"
      "Where do I park?\nHOW LONG is the  warranty ?\n");
  ASSERT_EQ(report.probes.size(), 2U);
  EXPECT_EQ(report.probes[0].question, "How long is the warranty?");
  EXPECT_EQ(report.probes[0].weight, 4);
  EXPECT_EQ(report.probes[0].origin, "log");
  EXPECT_EQ(report.probes[0].id.substr(0, 4), "log-");
  EXPECT_EQ(report.probes[1].question, "Where do I park?");
  EXPECT_EQ(count(report.summary, "queries"), 5U);
  EXPECT_EQ(count(report.summary, "different"), 2U);
}

TEST_F(Probes, NearQueriesJoinTheMostFrequentOne) {
  const std::string asked = "how many days of unused annual leave may be carried into next year";
  std::string log;
  for (int i = 0; i < 3; ++i) log += asked + "\n";
  log += asked + " please\n" + "please " + asked + "\n" + "who repairs the coffee machine\n";
  const ProbesReport report = from_log(log);
  ASSERT_EQ(report.probes.size(), 2U);
  EXPECT_EQ(report.probes[0].question, asked);
  EXPECT_EQ(report.probes[0].weight, 5);
}

TEST_F(Probes, ACrowdOfVariantsIsOneCluster) {
  const std::string asked =
      "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi";
  std::string log = asked + "\n" + asked + "\n";
  for (int i = 0; i < 200; ++i) log += asked + " v" + std::to_string(i) + "\n";
  const ProbesReport report = from_log(log);
  ASSERT_EQ(report.probes.size(), 1U);
  EXPECT_EQ(report.probes[0].weight, 202);
}

TEST_F(Probes, PersonalDataIsMasked) {
  const ProbesReport report = from_log(
      "why was ida@b.org locked out\nwhy was jon@c.org locked out\n+47 22 12 34 56\n???\n");
  ASSERT_EQ(report.probes.size(), 1U);
  EXPECT_EQ(report.probes[0].question, "why was [email] locked out");
  EXPECT_EQ(report.probes[0].weight, 2);
  EXPECT_EQ(count(report.summary, "masked"), 3U);
  EXPECT_EQ(count(report.summary, "empty"), 2U);
}

TEST_F(Probes, OnlyTheMostFrequentAreKept) {
  LogProbeOptions options;
  options.max_probes = 1;
  EXPECT_EQ(from_log("a b\nc d\nc d\n", options).probes.front().question, "c d");
  options.max_probes = 10;
  options.max_encoded = 1;
  EXPECT_EQ(from_log("a b\nc d\nc d\n", options).probes.size(), 1U);
  EXPECT_THAT(from_log("???\n").probes, IsEmpty());
}

TEST_F(Probes, BadLinesOfALogAreErrors) {
  const ProbesReport report = from_log("{\"text\":\"a b\",\"count\":7}\n{broken\n");
  EXPECT_EQ(report.probes.front().weight, 7);
  ASSERT_EQ(report.errors.size(), 1U);
  EXPECT_EQ(report.errors[0].where.line, 2U);
  EXPECT_THAT(report.summary.unscored, ElementsAre(path("queries.log") + ":2"));
}

TEST_F(Probes, ALogNeedsAnEncoderAndSoundOptions) {
  LogProbeOptions options;
  options.log = write("q.log", "a b\n");
  EXPECT_EQ(probes_from_log(options, {}, {}).error().code, Code::kUnavailable);
  options.max_probes = 0;
  EXPECT_THAT(probes_from_log(options, models(), {}).error().message, HasSubstr("max_probes is 0"));
  options.max_probes = 1;
  options.cosine = 0;
  EXPECT_EQ(probes_from_log(options, models(), {}).error().code, Code::kInvalidArgument);
}

TEST_F(Probes, OfACorpusWithoutAModel) {
  write("c.jsonl", line("a", "The fee is 5 euro.") + "{broken\n");
  const ProbesReport report = probes_from_corpus(path("c.jsonl"), {}, {}).value();
  ASSERT_EQ(report.probes.size(), 1U);
  EXPECT_EQ(report.probes[0].question, "The fee is how much?");
  EXPECT_EQ(report.errors.size(), 1U);
}

TEST_F(Probes, OfTheCorpusBehindAnIndex) {
  write("c.jsonl", line("a", "The fee is 5 euro.") + line("b", "It opened on 2 June 2003."));
  ASSERT_TRUE(
      build_index(IndexBuildOptions{path("c.jsonl"), path("index"), {}}, models(), {}).ok());
  const ProbesReport report = probes_from_corpus(path("index"), {}, {}).value();
  EXPECT_EQ(report.probes.size(), 2U);
}

TEST_F(Probes, ListGivesWhatCanBeReadAndTheRestAsErrors) {
  const ProbesReport report =
      list_probes(write("p", probe("a", "Who?") + probe("a", "Why?")), {}).value();
  EXPECT_EQ(report.probes.size(), 1U);
  EXPECT_EQ(report.errors.size(), 1U);
  EXPECT_EQ(list_probes(path("none"), {}).error().code, Code::kNotFound);
}

TEST_F(Probes, LintFindsNothingInASoundFile) {
  EXPECT_THAT(lint(probe("a", "How long is the warranty?") + probe("b", "annual leave carry over") +
                   probe("c", "如何退货？")),
              IsEmpty());
}

TEST_F(Probes, LintNamesEachKind) {
  EXPECT_THAT(lint("{broken\n" + probe("x", "ok then?") + probe("x", "twice?")),
              ElementsAre("unreadable ", "unreadable "));
  EXPECT_THAT(lint(probe("a", "How long is it?") + probe("b", "how LONG is it")),
              ElementsAre("duplicate b"));
  EXPECT_THAT(lint(probe("a", "VPN?")), ElementsAre("too_short a"));
  EXPECT_THAT(lint(probe("a", "Is " + std::string(300, 'x') + "?")), ElementsAre("too_long a"));
  EXPECT_THAT(lint(probe("a", "Who is ida@b.org?")), ElementsAre("personal_data a"));
  EXPECT_THAT(lint(probe("a", "The warranty is five years.")), ElementsAre("no_question a"));
  EXPECT_THAT(lint(probe("a", "one two?", ",\"weight\":10") + probe("b", "three four?") +
                   probe("c", "five six?") + probe("d", "seven eight?")),
              ElementsAre("weight a"));
  const std::string asked = "how many days of unused annual leave may be carried into next year";
  EXPECT_THAT(lint(probe("a", asked) + probe("b", "please " + asked)),
              ElementsAre("near_duplicate b"));
}

TEST_F(Probes, LintSaysWhereTwoFactsContradict) {
  ProbeLintOptions options;
  options.probes = write("p", probe("a", "How long is it?", ",\"expected_fact\":\"5 years\"") +
                                  probe("b", "How long is it?", ",\"expected_fact\":\"6 years\""));
  const std::vector<ProbeFinding> findings = lint_probes(options, models(), {}).value().findings;
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_THAT(findings[0].message, HasSubstr("same as a, but expects another fact"));
  EXPECT_EQ(findings[0].other, "a");
}

TEST_F(Probes, LintWithoutAnEncoderSaysWhatItDidNotCheck) {
  ProbeLintOptions options;
  options.probes = write("p", probe("a", "VPN?"));
  const ProbeLintReport report = lint_probes(options, {}, {}).value();
  EXPECT_EQ(report.findings.size(), 1U);
  ASSERT_EQ(report.errors.size(), 1U);
  EXPECT_EQ(report.errors[0].code, Code::kUnavailable);
  EXPECT_THAT(report.summary.unscored, ElementsAre("near_duplicates"));
}

class Coverage : public Probes {
 protected:
  CoverageReport cover(std::size_t depth = 1) {
    CoverageOptions options;
    options.probes = path("p");
    options.corpus = path("c.jsonl");
    options.depth = depth;
    return probe_coverage(options, models(), {}).value();
  }
  static std::string titled(const std::string& id, const std::string& title,
                            const std::string& text) {
    return R"({"_id":")" + id + R"(","title":")" + title + R"(","text":")" + text + "\"}\n";
  }
};

TEST_F(Coverage, NamesWhatNoProbeReaches) {
  write("c.jsonl", titled("a#1", "Leave", "alpha beta gamma") +
                       titled("a#2", "Leave", "delta epsilon zeta") +
                       titled("b#1", "Fees", "eta theta iota") + "{broken\n");
  write("p", probe("1", "alpha beta gamma") + probe("2", "alpha beta gamma please"));
  const CoverageReport report = cover();
  ASSERT_EQ(report.documents.size(), 3U);
  EXPECT_EQ(report.documents[0].probes, 2U);
  EXPECT_EQ(report.documents[0].best_rank, 1U);
  EXPECT_EQ(report.documents[1].probes, 0U);
  EXPECT_EQ(report.documents[1].best_rank, 0U);
  ASSERT_EQ(report.topics.size(), 2U);
  EXPECT_EQ(report.topics[0].topic, "Fees");
  EXPECT_EQ(report.topics[0].reached, 0U);
  EXPECT_EQ(report.topics[1].documents, 2U);
  EXPECT_EQ(report.topics[1].reached, 1U);
  EXPECT_EQ(count(report.summary, "uncovered_topics"), 1U);
  EXPECT_EQ(count(report.summary, "reached"), 1U);
  EXPECT_EQ(report.errors.size(), 1U);
}

TEST_F(Coverage, ALongDocumentIsReachedByAnyOfItsChunks) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "word" + std::to_string(i) + " ";
  write("c.jsonl", line("long", text + "alpha beta gamma delta") + line("other", "eta theta"));
  write("p", probe("1", "alpha beta gamma delta"));
  const CoverageReport report = cover(2);
  EXPECT_EQ(report.documents[0].probes, 1U);
  EXPECT_EQ(report.documents[0].topic, "(no title)");
}

TEST_F(Coverage, WrongUse) {
  write("c.jsonl", line("a", "b c"));
  write("p", probe("1", "b c"));
  CoverageOptions options;
  options.probes = path("p");
  options.corpus = path("c.jsonl");
  EXPECT_EQ(probe_coverage(options, {}, {}).error().code, Code::kUnavailable);
  options.depth = 0;
  EXPECT_EQ(probe_coverage(options, models(), {}).error().code, Code::kInvalidArgument);
  options.depth = 5;
  options.chunks.size = 0;
  EXPECT_EQ(probe_coverage(options, models(), {}).error().code, Code::kInvalidArgument);
}

}  // namespace
}  // namespace ragsieve
