#include "ragsieve/detect/probe_synthesis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Document document(std::string_view title, std::string_view text) {
  Document made;
  made.id = "d";
  set_fields(made, title, text);
  return made;
}

std::vector<std::string> questions(const std::vector<Probe>& probes) {
  std::vector<std::string> texts;
  for (const Probe& probe : probes) texts.push_back(probe.question);
  return texts;
}

std::vector<std::string> asked(const std::vector<Document>& documents,
                               const ProbeSynthesisOptions& options = {}) {
  return questions(synthesise(documents, options, RunOptions{}).value());
}

TEST(ProbeSynthesis, TheBestFactsOfEachDocument) {
  const std::vector<Document> documents{
      document("Warranty",
               "Sensors are nice. It lasts five years from delivery. Claims go to Moana Tipene "
               "first. A claim costs 20 euro."),
      document("Leave", "Everyone earns 27 days of leave.")};
  const auto probes = synthesise(documents, {}, RunOptions{}).value();
  EXPECT_THAT(questions(probes), ElementsAre("A claim costs how much?",
                                             "Warranty: It lasts how many years from delivery?",
                                             "Everyone earns how many days of leave?"));
  EXPECT_EQ(probes[0].expected_fact, "20 euro");
  EXPECT_EQ(probes[0].origin, "corpus");
  EXPECT_EQ(probes[0].weight, 1);
  EXPECT_EQ(probes[0].id, probe_id("syn", probes[0].question));
  EXPECT_EQ(probes[0].id.size(), 16U);
  EXPECT_EQ(probes[0].id.substr(0, 4), "syn-");
}

TEST(ProbeSynthesis, QuestionLinesComeFirst) {
  EXPECT_THAT(asked({document("",
                              "# Help\n\nThe fee is 5 euro.\n\n## How do I return a sensor?\n\n"
                              "Send it back within 30 days.\n")}),
              ElementsAre("How do I return a sensor?", "The fee is how much?"));
  EXPECT_THAT(asked({document("How long is the warranty?", "Five years.")}),
              ElementsAre("How long is the warranty?"));
  // A question in the middle of a paragraph is rhetoric.
  EXPECT_THAT(asked({document("", "Who would do that? It costs 5 euro. Nobody did.")}),
              ElementsAre("It costs how much?"));
}

TEST(ProbeSynthesis, TheHeadingAboveIsTheTopic) {
  EXPECT_THAT(asked({document("", "# Tern 8\n\n## Battery\n\nIt holds two years.\n")}),
              ElementsAre("Battery: It holds how many years?"));
}

TEST(ProbeSynthesis, ADocumentWithoutFactsAsksAboutItsTitle) {
  EXPECT_THAT(asked({document("Volunteering", "People help each other.")}),
              ElementsAre("What is said about Volunteering?"));
  EXPECT_THAT(asked({document("", "People help each other. Often.")}),
              ElementsAre("People help each other?"));
  EXPECT_TRUE(asked({document("", "...")}).empty());
  EXPECT_TRUE(asked({document("", "\xF0\x9F\x98\x80\xF0\x9F\x98\x80")}).empty());
  EXPECT_TRUE(asked({document("", "```\nint a = 5;\n```\n")}).empty());
}

TEST(ProbeSynthesis, SentencesWithPersonalDataGiveNone) {
  EXPECT_THAT(
      asked({document("", "Call Ida Berg at +47 22 12 34 56 for 5 euro. The fee is 5 euro.")}),
      ElementsAre("The fee is how much?"));
}

TEST(ProbeSynthesis, EveryDocumentIsAskedBeforeOneIsAskedTwice) {
  std::vector<Document> documents;
  for (int i = 0; i < 10; ++i) {
    const std::string n = std::to_string(i);
    documents.push_back(document("T" + n, "Thing" + n + " costs 1" + n + " euro. Part" + n +
                                              " weighs 2" + n + " kg in all."));
  }
  ProbeSynthesisOptions options;
  options.max_probes = 10;
  const auto ten = asked(documents, options);
  ASSERT_EQ(ten.size(), 10U);
  for (const std::string& question : ten) EXPECT_THAT(question, HasSubstr("costs how much"));
  options.max_probes = 4;
  const auto four = asked(documents, options);
  EXPECT_EQ(four.size(), 4U);
  EXPECT_EQ(asked(documents, options), four);
  EXPECT_TRUE(std::is_sorted(four.begin(), four.end()));  // the order of the documents
  options.seed = 1;
  EXPECT_NE(asked(documents, options), four);
  RunOptions threads;
  threads.threads = 4;
  options.seed = 0;
  EXPECT_EQ(questions(synthesise(documents, options, threads).value()), four);
}

TEST(ProbeSynthesis, NoQuestionTwice) {
  const Document same = document("Fee", "The fee is 5 euro.");
  EXPECT_EQ(asked({same, same}).size(), 1U);
}

TEST(ProbeSynthesis, OptionsOutOfRange) {
  ProbeSynthesisOptions options;
  options.per_document = 0;
  const auto none = synthesise({}, options, RunOptions{});
  EXPECT_EQ(none.error().code, Code::kInvalidArgument);
  EXPECT_THAT(none.error().message, HasSubstr("per_document is 0"));
  options.per_document = 1;
  options.max_probes = 0;
  EXPECT_THAT(synthesise({}, options, RunOptions{}).error().message, HasSubstr("max_probes is 0"));
}

TEST(ProbeSynthesis, ACancelStopsIt) {
  RunOptions run;
  run.cancel.request();
  const std::vector<Document> documents{document("Fee", "The fee is 5 euro.")};
  EXPECT_EQ(synthesise(documents, {}, run).error().code, Code::kCancelled);
}

TEST(ProbeSynthesis, ACandidateIsAskedAboutWithItsNeighbours) {
  const Document candidate =
      document("Warranty", "The warranty on sensors is seven years. Claims cost 90 euro.");
  const std::vector<TrustedSentence> neighbours{
      {"The warranty on sensors is five years.", "Warranty"},
      {"It is counted from 3 May 2020.", "Warranty"},
      {"Sensors are nice.", "Sensors"}};
  const auto probes = synthesise_for(candidate, neighbours);
  EXPECT_THAT(questions(probes), ElementsAre("The warranty on sensors is how many years?",
                                             "Warranty: Claims cost how much?",
                                             "Warranty: It is counted from which date?"));
  EXPECT_EQ(probes[0].origin, "candidate");
  EXPECT_EQ(probes[2].origin, "corpus");
  EXPECT_EQ(probes[2].expected_fact, "3 May 2020");
}

TEST(ProbeSynthesis, AllPartsOfALongCandidateAreAsked) {
  std::string text;
  for (int i = 0; i < 300; ++i) {
    text += i == 150 ? "The fee is 77 euro now. " : "Pump" + std::to_string(i) + " needs 4 kg. ";
  }
  const auto probes = synthesise_for(document("", text), {});
  EXPECT_EQ(probes.size(), kCandidateProbes);
  EXPECT_THAT(questions(probes), testing::Contains("The fee is how much now?"));
  std::set<std::string> ids;
  for (const Probe& probe : probes) ids.insert(probe.id);
  EXPECT_EQ(ids.size(), probes.size());
}

TEST(ProbeSynthesis, OneSideFillsWhatTheOtherLacks) {
  std::vector<std::string> texts;
  for (int i = 0; i < 20; ++i) texts.push_back("Pump" + std::to_string(i) + " weighs 4 kg dry.");
  std::vector<TrustedSentence> neighbours;
  for (const std::string& text : texts) neighbours.push_back({text, ""});
  EXPECT_EQ(synthesise_for(document("", "Hello there everybody."), neighbours).size(),
            kCandidateProbes);
  EXPECT_EQ(synthesise_for(document("", "\xF0\x9F\x98\x80"), {}).size(), 0U);
}

TEST(ProbeSynthesis, TopicsOfDocuments) {
  EXPECT_EQ(topic_of(document("Title", "# Heading\n")), "Title");
  EXPECT_EQ(topic_of(document("", "front\n# Heading\ntext")), "Heading");
  EXPECT_EQ(topic_of(document("", "plain text")), "");
}

}  // namespace
}  // namespace ragsieve
