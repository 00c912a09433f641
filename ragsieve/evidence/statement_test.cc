// The statement's bytes, the way back, and every member that is refused.
#include "ragsieve/evidence/statement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "ragsieve/evidence/any_statement.h"
#include "ragsieve/evidence/limits.h"
#include "ragsieve/evidence/sample_statements.h"
#include "ragsieve/json/canonical.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing_evidence::sample_statement;

// The canonical text of the sample with one piece replaced.
std::string replaced(const std::string& from, const std::string& to) {
  std::string text = to_canonical_json(sample_statement());
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

Error error_of(const std::string& text) {
  const auto statement = parse_statement(text);
  return statement.ok() ? Error{Code::kInternal, "accepted", {}} : statement.error();
}

TEST(Statement, IsAnInTotoStatement) {
  const auto value = json::parse_canonical(to_canonical_json(sample_statement()));
  ASSERT_TRUE(value.ok()) << to_string(value.error());
  EXPECT_EQ(*value->find("_type")->string(), "https://in-toto.io/Statement/v1");
  EXPECT_EQ(*value->find("predicateType")->string(), "https://ragsieve.dev/attestation/screen/v1");
  const json::Value& subject = value->find("subject")->array()->front();
  EXPECT_EQ(*subject.find("name")->string(), "handbook/first-aid.md");
  EXPECT_EQ(subject.find("digest")->find("sha256")->string()->size(), 64U);
}

TEST(Statement, ComesBackWithTheSameBytes) {
  Statement statement = sample_statement();
  statement.profile = "paper";
  statement.mode = "observe";
  statement.raw_form = "record";
  statement.p = std::nullopt;
  statement.facts = {3, 2};
  statement.corpus_sha256 = "";
  statement.models.clear();
  statement.signals[2] = Signal{"influence", SignalStatus::kTimedOut, "after 10 s", 0, {}};
  testing_evidence::decide_again(statement);
  for (const Statement& each : {sample_statement(), statement}) {
    const std::string bytes = to_canonical_json(each);
    const auto read = parse_statement(bytes);
    ASSERT_TRUE(read.ok()) << to_string(read.error());
    EXPECT_EQ(to_canonical_json(*read), bytes);
    EXPECT_EQ(verdict_difference(*read), "");
  }
}

TEST(Statement, KeepsEveryThreshold) {
  Statement statement = sample_statement();
  statement.thresholds = {1, 2, 3, 4, 5, 6, 7, 8};
  statement.alpha = 6;
  const auto read = parse_statement(to_canonical_json(statement));
  ASSERT_TRUE(read.ok());
  const VerdictThresholds& limits = read->thresholds;
  EXPECT_EQ(limits.quarantine_from, 1);
  EXPECT_EQ(limits.reject_from, 2);
  EXPECT_EQ(limits.anomaly_weight, 3);
  EXPECT_EQ(limits.injection_weight, 4);
  EXPECT_EQ(limits.influence_weight, 5);
  EXPECT_EQ(limits.alpha, 6);
  EXPECT_EQ(limits.injection_finding, 7);
  EXPECT_EQ(limits.injection_strong, 8);
}

TEST(Statement, ARuleMayBeOutOfReach) {
  Statement statement = sample_statement();
  statement.thresholds.injection_strong = kOne + 1;  // as the gate says that the rule is off
  EXPECT_TRUE(check_before_signing(statement).ok());
  statement.thresholds.injection_strong = kOne + 2;
  EXPECT_EQ(check_before_signing(statement).error().where.field,
            "predicate.thresholds.injection_strong");
}

TEST(Statement, OtherSpellingsAreRefused) {
  EXPECT_THAT(error_of(to_canonical_json(sample_statement()) + "\n").message,
              HasSubstr("canonical form"));
  EXPECT_THAT(error_of(replaced("\"alpha\":10000", "\"alpha\":1e4")).message,
              HasSubstr("floating-point"));
  EXPECT_THAT(error_of(replaced("\"alpha\":10000", "\"alpha\":10000,\"alpha\":10000")).message,
              HasSubstr("twice"));
  EXPECT_EQ(error_of(std::string(limits::kReportBytes + 1, ' ')).code, Code::kTooLarge);
}

struct Change {
  std::string from, to, field, message;
};

TEST(Statement, NamesTheMemberThatIsWrong) {
  const std::vector<Change> changes = {
      {"Statement/v1", "Statement/v2", "_type", "expected https://in-toto.io/Statement/v1"},
      {"screen/v1", "screen/v9", "predicateType", "this version does not read"},
      {"\"ADMIT\"", "\"ALLOW\"", "predicate.verdict", "expected one of ADMIT"},
      {"\"default\"", "\"custom\"", "predicate.profile", "default, paper"},
      {"\"block\"", "\"warn\"", "predicate.mode", "block, quarantine, tag, observe"},
      {"\"file\"", "\"page\"", "predicate.raw_form", "file, record"},
      {"\"p\":820000", "\"p\":1000001", "predicate.p", "0 to 1000000"},
      {"\"p\":820000", "\"p\":-1", "predicate.p", "0 to 1000000"},
      {"\"p\":820000", "\"p\":\"x\"", "predicate.p", "is string"},
      {"\"score\":120000", "\"score\":1000001", "predicate.signals[0].score", "0 to 1000000"},
      {"\"name\":\"influence\"", "\"name\":\"injection\"", "predicate.signals", "twice"},
      {"\"status\":\"skipped\"", "\"status\":\"lost\"", "predicate.signals[5].status",
       "expected ran"},
      {"\"status\":\"skipped\"", "\"status\":\"ran\"", "predicate.signals[5].score", "missing"},
      {"\"alpha\":10000", "\"alpha\":20000", "predicate.alpha", "differs from thresholds.alpha"},
      {"2024-05-01T12", "2024-05-01t12", "predicate.time", "is no time"},
      {std::string(64, 'a'), std::string(64, 'A'), "predicate.policy_sha256", "no digest"},
      {std::string(64, 'e'), std::string(63, 'e'), "predicate.models[0].sha256", "no digest"},
      {"\"conflicts\":0", "\"conflicts\":-1", "predicate.facts.conflicts", "whole number"},
      {"\"version\":", "\"versions\":", "predicate.version", "is missing"},
      {"\"version\":\"0.1.0\"", "\"version\":\"0.1.0\",\"zeal\":1", "predicate.zeal",
       "not a member"},
      {"\"decisive\":[]", "\"decisive\":[1]", "predicate.decisive[0]", "expected a string"},
      {"\"decisive\":[]", "\"decisive\":{}", "predicate.decisive", "expected an array"},
      {"\"name\":\"handbook/first-aid.md\"", "\"name\":7", "subject[0].name", "a string"},
  };
  for (const Change& change : changes) {
    const Error error = error_of(replaced(change.from, change.to));
    EXPECT_EQ(error.code, Code::kInvalidInput) << change.to;
    EXPECT_EQ(error.where.field, change.field) << change.to;
    EXPECT_THAT(error.message, HasSubstr(change.message)) << change.to;
  }
}

TEST(Statement, HasLimits) {
  const auto refused = [](const std::function<void(Statement&)>& change) {
    Statement statement = sample_statement();
    change(statement);
    return error_of(to_canonical_json(statement)).message;
  };
  EXPECT_THAT(refused([](Statement& s) { s.signals.resize(33); }), HasSubstr("at most 32"));
  EXPECT_THAT(refused([](Statement& s) { s.models.resize(33); }), HasSubstr("at most 32"));
  EXPECT_THAT(refused([](Statement& s) { s.reasons.resize(65); }), HasSubstr("at most 64"));
  EXPECT_THAT(refused([](Statement& s) { s.decisive.resize(65); }), HasSubstr("at most 64"));
  EXPECT_THAT(refused([](Statement& s) { s.subject.assign(4097, 'n'); }), HasSubstr("4096"));
  EXPECT_THAT(refused([](Statement& s) { s.reasons = {std::string(4097, 'n')}; }),
              HasSubstr("4096"));
}

ScreenRecord sample_record() {
  ScreenRecord record;
  record.path = "in/first-aid.md";
  record.id = "first-aid.md";
  record.raw_sha256 = std::string(64, '1');
  record.canonical_sha256 = std::string(64, '2');
  record.profile = "default";
  record.verdict = Verdict::kReject;
  record.score = kOne;
  record.decisive = {"conflict.retrieved", "conflict.supported"};
  record.anomaly.signal = testing_evidence::ran("anomaly", 1, 2);
  record.fact_conflict.signal = testing_evidence::ran("fact_conflict", 3, 4);
  ConflictRecord conflict;
  conflict.retrieved = true;
  record.fact_conflict.conflicts = {conflict, conflict, conflict, conflict};
  record.fact_conflict.conflicts[1].superseded = true;
  record.fact_conflict.conflicts[2].supported = false;
  record.fact_conflict.conflicts[3].retrieved = false;
  return record;
}

TEST(StatementOf, TakesTheRecordAndTheContext) {
  SealContext context;
  context.policy_sha256 = std::string(64, '3');
  context.version = "0.1.0";
  context.time_s = testing_evidence::kNoon;
  const Statement statement = statement_of(sample_record(), context);
  EXPECT_EQ(statement.subject, "first-aid.md");
  ASSERT_EQ(statement.signals.size(), 6U);
  EXPECT_EQ(statement.signals[0].p, 2);
  EXPECT_EQ(statement.signals[5].name, "corpus_evidence");
  EXPECT_EQ(statement.signals[5].status, SignalStatus::kSkipped);
  EXPECT_EQ(statement.facts.conflicts, 2U);
  EXPECT_EQ(statement.facts.retrieved_conflicts, 1U);
  EXPECT_EQ(verdict_difference(statement), "");
  EXPECT_TRUE(check_before_signing(statement).ok());
  EXPECT_EQ(statement.previous_sha256, kNoReport);

  context.facts = FactCounts{0, 0};  // two of them are on the allow-list
  EXPECT_THAT(verdict_difference(statement_of(sample_record(), context)), HasSubstr("REJECT"));
}

TEST(StatementOf, CutsLongLinesBetweenCodePoints) {
  ScreenRecord record = sample_record();
  record.reasons.assign(
      100, std::string(1, 'x') + [] {
        std::string text;
        for (int i = 0; i < 3000; ++i) text += "\u00e9";
        return text;
      }());
  record.id = "";
  const Statement statement = statement_of(record, {});
  EXPECT_EQ(statement.subject, "in/first-aid.md");
  EXPECT_EQ(statement.reasons.size(), limits::kStatementReasons);
  EXPECT_LE(statement.reasons[0].size(), limits::kStatementTextBytes);
  EXPECT_TRUE(statement.reasons[0].ends_with("\u00e9\u2026"));
}

TEST(VerdictDifference, SaysWhatDiffers) {
  Statement statement = sample_statement();
  statement.verdict = Verdict::kReject;
  EXPECT_THAT(verdict_difference(statement), HasSubstr("says REJECT"));
  statement = sample_statement();
  statement.score = 7;
  EXPECT_THAT(verdict_difference(statement), HasSubstr("score of 7"));
  statement = sample_statement();
  statement.decisive = {"p.reject"};
  EXPECT_THAT(verdict_difference(statement), HasSubstr("p.reject"));
}

TEST(CheckBeforeSigning, RefusesWhatAVerifierWouldRefuse) {
  Statement statement = sample_statement();
  statement.verdict = Verdict::kReject;
  const Status status = check_before_signing(statement);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, Code::kInternal);
  EXPECT_THAT(status.error().message, HasSubstr("nothing was sealed"));
  statement = sample_statement();
  statement.raw_sha256 = "";
  EXPECT_EQ(check_before_signing(statement).error().where.field, "subject[0].digest.sha256");
}

}  // namespace
}  // namespace ragsieve
