#include "ragsieve/connect/probes/probe_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/connect/probes/probe_record.h"
#include "ragsieve/connect/test_folder.h"

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Result<ProbeSet> probes_of(std::string_view bytes, const RunOptions& run = {}) {
  LineReader lines(bytes_of(bytes, 100), "p.jsonl");
  return read_probes(lines, run);
}

// The only bad line of a file of one line.
Error bad_of(const std::string& line) {
  const ProbeSet set = probes_of(line).value();
  EXPECT_TRUE(set.probes.empty()) << line;
  return set.bad.empty() ? Error{} : set.bad.front();
}

TEST(ProbeFile, RecordsInFileOrder) {
  const TestFolder folder;
  const std::string bytes =
      R"({"id":"b","question":" How long? ","expected_fact":"five years","weight":2.5})"
      "\n\n"
      R"({"id":"a","question":"Who?","expected_fact":null,"weight":null,"more":[1]})"
      "\n";
  for (const std::string& path : {folder.write("p", bytes), folder.write("p.gz", gzip(bytes))}) {
    const ProbeSet set = read_probes(path).value();
    ASSERT_EQ(set.probes.size(), 2U);
    EXPECT_EQ(set.probes[0].id, "b");
    EXPECT_EQ(set.probes[0].question, " How long? ");
    EXPECT_EQ(set.probes[0].expected_fact, "five years");
    EXPECT_EQ(set.probes[0].weight, 2.5);
    EXPECT_EQ(set.probes[0].origin, "file");
    EXPECT_EQ(set.probes[1].expected_fact, "");
    EXPECT_EQ(set.probes[1].weight, 1);
    EXPECT_TRUE(set.bad.empty());
  }
}

TEST(ProbeFile, PlainTextIsOneQuestionALine) {
  const ProbeSet set = probes_of("\xEF\xBB\xBFHow long?\r\n\n  Wer war das? \n").value();
  ASSERT_EQ(set.probes.size(), 2U);
  EXPECT_EQ(set.probes[0].id, "p1");
  EXPECT_EQ(set.probes[0].question, "How long?");
  EXPECT_EQ(set.probes[1].id, "p3");
  EXPECT_EQ(set.probes[1].question, "Wer war das?");
}

TEST(ProbeFile, QueriesOfBeirWithAnswers) {
  const ProbeSet set = probes_of(R"({"_id":"q1","text":"How long?","answers":["","six days","x"]})"
                                 "\n"
                                 R"({"_id":"q2","text":"Who?","answers":"Ida"})"
                                 "\n"
                                 R"({"_id":"q3","text":"When?","answers":[]})")
                           .value();
  ASSERT_EQ(set.probes.size(), 3U);
  EXPECT_EQ(set.probes[0].expected_fact, "six days");
  EXPECT_EQ(set.probes[1].expected_fact, "Ida");
  EXPECT_EQ(set.probes[2].expected_fact, "");
}

TEST(ProbeFile, ASummaryIsPassedOver) {
  const ProbeSet set = probes_of(R"({"type":"probe","id":"a","question":"Who?","origin":"log"})"
                                 "\n"
                                 R"({"type":"summary","command":"probes synth"})")
                           .value();
  EXPECT_EQ(set.probes.size(), 1U);
  EXPECT_TRUE(set.bad.empty());
}

TEST(ProbeFile, BadLinesAreNamedAndTheRestGoesOn) {
  const ProbeSet set = probes_of(
                           "{\"id\":\"a\",\"question\":\"Who?\"}\n"
                           "x\n"
                           "{\"id\":\"a\",\"question\":\"Why?\"}\n"
                           "{\"id\":\"c\",\"question\":\"\\u00a0\"}\n"
                           "{\"id\":\"\",\"question\":\"Who?\"}\n" +
                           std::string(17 << 20, 'x') +
                           "\n{\"_id\":\"a\",\"text\":\"y\"}\n"
                           "{\"id\":\"z\",\"question\":\"Where?\"}\n")
                           .value();
  EXPECT_EQ(set.probes.size(), 2U);
  std::vector<std::string> places;
  for (const Error& error : set.bad) {
    EXPECT_EQ(error.where.path, "p.jsonl");
    places.push_back(std::to_string(error.where.line) + error.where.field);
  }
  EXPECT_THAT(places, ElementsAre("2", "3id", "4question", "5id", "6", "7_id"));
  EXPECT_THAT(set.bad[1].message, HasSubstr("repeats the id of line 1"));
  EXPECT_THAT(set.bad[2].message, HasSubstr("expected a question"));
  EXPECT_EQ(set.bad[4].code, Code::kTooLarge);
}

TEST(ProbeFile, EachFieldHasItsError) {
  const auto expect = [](const std::string& line, const char* field, const char* message) {
    const Error error = bad_of(line);
    EXPECT_EQ(error.where.field, field) << line;
    EXPECT_THAT(error.message, HasSubstr(message)) << line;
  };
  expect(R"({"question":"Who?"})", "id", "is missing");
  expect(R"({"id":7,"question":"Who?"})", "id", "expected a string, found");
  expect(R"({"id":"a"})", "question", "is missing");
  expect(R"({"id":"a","text":[]})", "text", "expected a string, found");
  expect(R"({"id":"a","question":"Who?","weight":0})", "weight", "is 0, expected a number above");
  expect(R"({"id":"a","question":"Who?","weight":-1})", "weight", "is -1");
  expect(R"({"id":"a","question":"Who?","weight":1e10})", "weight", "at most 1e9");
  expect(R"({"id":"a","question":"Who?","weight":"2"})", "weight", "found string");
  expect(R"({"id":"a","question":"Who?","weight":NaN})", "", "not JSON");
  expect(R"({"id":"a","question":"Who?","expected_fact":5})", "expected_fact", "found");
  expect(R"({"id":"a","question":"Who?","answers":[1]})", "answers", "expected strings");
  expect(R"({"id":"a","question":"Who?","answers":{}})", "answers", "an array of strings");
  expect(R"({"id":"a","id":"b","question":"Who?"})", "id", "occurs twice");
}

TEST(ProbeFile, TooLongTextsAreRefused) {
  const std::string longest(kProbeTextBytes, 'x');
  EXPECT_EQ(probes_of(longest)->probes.size(), 1U);
  const Error plain = bad_of(longest + "x");
  EXPECT_EQ(plain.code, Code::kTooLarge);
  EXPECT_THAT(plain.message, HasSubstr("at most 4096"));
  EXPECT_EQ(bad_of(R"({"id":"a","question":")" + longest + "x\"}").code, Code::kTooLarge);
  const Error fact = bad_of(R"({"id":"a","question":"Who?","expected_fact":")" + longest + "x\"}");
  EXPECT_EQ(fact.code, Code::kTooLarge);
  EXPECT_EQ(fact.where.field, "expected_fact");
}

TEST(ProbeFile, PlainTextHasBadLinesToo) {
  const ProbeSet set =
      probes_of("Who?\n{\"id\":\"a\",\"question\":\"x\"}\nb\xFFroken?\n\xC2\xA0\n").value();
  EXPECT_EQ(set.probes.size(), 1U);
  ASSERT_EQ(set.bad.size(), 3U);
  EXPECT_THAT(set.bad[0].message, HasSubstr("began with a plain question"));
  EXPECT_THAT(set.bad[1].message, HasSubstr("not valid UTF-8 at byte 1"));
  EXPECT_THAT(set.bad[2].message, HasSubstr("empty"));
}

TEST(ProbeFile, WholeFileErrors) {
  EXPECT_EQ(read_probes("no/such/file").error().code, Code::kNotFound);
  EXPECT_EQ(probes_of("\n").error().code, Code::kInvalidInput);
  EXPECT_THAT(probes_of("").error().message, HasSubstr("holds no probes"));
  RunOptions small;
  small.memory_bytes = 100;
  EXPECT_EQ(probes_of(std::string(200, 'x'), small).error().code, Code::kTooLarge);
}

}  // namespace
}  // namespace ragsieve
