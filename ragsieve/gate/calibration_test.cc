// By hand, against an oracle that builds every leave-one-out reference anew, and by simulation.
#include "ragsieve/gate/calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "ragsieve/stats/random.h"
#include "ragsieve/stats/stored_form.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Calibration fitted(std::vector<SignalScores> signals) {
  Digest manifest;
  manifest.bytes[0] = 7;
  auto calibration = Calibration::fit(std::move(signals), manifest);
  EXPECT_TRUE(calibration.ok()) << (calibration.ok() ? "" : calibration.error().message);
  return std::move(calibration).value();
}

std::vector<SignalScores> random_signals(std::size_t n, std::uint64_t seed, std::uint64_t values) {
  Random random(seed);
  std::vector<SignalScores> signals(3);
  const char* const names[] = {"a", "b", "c"};
  for (std::size_t s = 0; s < 3; ++s) {
    signals[s].name = names[s];
    for (std::size_t i = 0; i < n; ++i) {
      signals[s].scores.push_back(static_cast<Millionths>(random.below(values)));
    }
  }
  return signals;
}

// Ranks of all n + 1 documents, the candidate the last, counted pair by pair.
double oracle_p(const std::vector<SignalScores>& signals,
                const std::vector<Millionths>& candidate) {
  const std::size_t n = signals[0].scores.size();
  std::vector<std::size_t> smallest(n + 1, n + 1);
  for (std::size_t s = 0; s < signals.size(); ++s) {
    std::vector<Millionths> all = signals[s].scores;
    all.push_back(candidate[s]);
    for (std::size_t i = 0; i <= n; ++i) {
      const auto rank = std::ranges::count_if(all, [&](Millionths v) { return v >= all[i]; });
      smallest[i] = std::min(smallest[i], static_cast<std::size_t>(rank));
    }
  }
  const auto rare = std::ranges::count_if(smallest, [&](auto t) { return t <= smallest[n]; });
  return static_cast<double>(rare) / static_cast<double>(n + 1);
}

TEST(Calibration, POfASignalCountsTheReference) {
  const Calibration calibration = fitted({{"a", {10, 30, 20, 20}}});
  EXPECT_EQ(calibration.p("a", 31), 200000);
  EXPECT_EQ(calibration.p("a", 30), 400000);
  EXPECT_EQ(calibration.p("a", 20), 800000);
  EXPECT_EQ(calibration.p("a", 0), kOne);
  EXPECT_FALSE(calibration.p("b", 0).has_value());
  EXPECT_THAT(calibration.signal_names(), ElementsAre("a"));
  EXPECT_EQ(calibration.n_documents(), 4U);
  EXPECT_EQ(calibration.manifest().bytes[0], 7);
}

TEST(Calibration, PIsRoundedUp) {
  const Calibration calibration = fitted({{"a", {1, 2}}});
  EXPECT_EQ(calibration.p("a", 9), 333334);
}

TEST(Calibration, EnoughIsOneOverAlphaMinusOne) {
  const std::vector<Millionths> scores(99, 0);
  EXPECT_TRUE(fitted({{"a", scores}}).enough_for(10000));
  EXPECT_FALSE(fitted({{"a", std::vector<Millionths>(98, 0)}}).enough_for(10000));
  EXPECT_FALSE(fitted({{"a", scores}}).enough_for(1000));
  EXPECT_FALSE(Calibration().enough_for(10000));
  EXPECT_TRUE(Calibration().enough_for(kOne));
}

TEST(Calibration, TooFewDocumentsGiveANoteInsteadOfP) {
  const Calibration calibration = fitted({{"a", std::vector<Millionths>(60, 5)}});
  const NamedScore score{"a", 9};
  const GateP gate = calibration.gate_p({&score, 1}, 10000);
  EXPECT_FALSE(gate.p.has_value());
  EXPECT_EQ(gate.signal, "a");
  EXPECT_THAT(gate.notes, ElementsAre(HasSubstr("60 trusted documents are too few for alpha (99")));
}

TEST(Calibration, ASignalWithoutReferenceTakesNoPart) {
  const Calibration calibration = fitted({{"a", std::vector<Millionths>(99, 5)}});
  const std::vector<NamedScore> scores = {{"a", 9}, {"new", kOne}};
  const GateP gate = calibration.gate_p(scores, 10000);
  EXPECT_EQ(gate.p, 10000);
  EXPECT_EQ(gate.signal, "a");
  EXPECT_THAT(gate.notes, ElementsAre("new is not calibrated on this corpus"));
  EXPECT_FALSE(calibration.gate_p({&scores[1], 1}, 10000).p.has_value());
}

TEST(Calibration, OneSignalKeepsItsP) {
  const Calibration calibration = fitted({{"a", {1, 2, 3, 4, 5, 6, 7, 8, 9}}});
  for (Millionths score = 0; score <= 10; ++score) {
    const NamedScore named{"a", score};
    EXPECT_EQ(calibration.gate_p({&named, 1}, kOne / 2).p, calibration.p("a", score)) << score;
  }
}

// With k signals, k of n + 1 clean documents lead in one of them: none of them is rarer than that.
TEST(Calibration, LeadingInOneOfManySignalsIsNotAsRareAsItsP) {
  const Calibration calibration = fitted({{"a", {9, 1, 1, 1}}, {"b", {1, 9, 1, 1}}});
  const std::vector<NamedScore> scores = {{"a", 10}, {"b", 0}};
  EXPECT_EQ(calibration.p("a", 10), 200000);
  EXPECT_EQ(calibration.gate_p(scores, 400000).p, 400000);  // itself and document 1
}

TEST(Calibration, GatePAgreesWithTheOracle) {
  for (const std::uint64_t values : {3U, 1000000U}) {
    const std::vector<SignalScores> signals = random_signals(37, values, values);
    const Calibration calibration = fitted(signals);
    Random random(5);
    for (int round = 0; round < 200; ++round) {
      std::vector<Millionths> candidate;
      std::vector<NamedScore> named;
      for (const SignalScores& signal : signals) {
        candidate.push_back(static_cast<Millionths>(random.below(values + values / 20)));
        named.push_back({signal.name, candidate.back()});
      }
      const GateP gate = calibration.gate_p(named, kOne / 10);
      ASSERT_TRUE(gate.p.has_value());
      EXPECT_NEAR(from_millionths(*gate.p), oracle_p(signals, candidate), 1e-6);
    }
  }
}

TEST(Calibration, CleanDocumentsAlarmAtMostAsOftenAsAlpha) {
  Random random(3);
  int alarms = 0;
  constexpr int kRounds = 3000;
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<SignalScores> signals = random_signals(99, 1000 + round, 1000000);
    const Calibration calibration = fitted(signals);
    std::vector<NamedScore> named;
    for (const SignalScores& signal : signals) {
      named.push_back({signal.name, static_cast<Millionths>(random.below(1000000))});
    }
    if (*calibration.gate_p(named, 50000).p <= 50000) ++alarms;
  }
  // At most 5 % of 3000, three standard errors on top; and not asleep: ties of T cost some.
  EXPECT_LE(alarms, 150 + 36);
  EXPECT_GE(alarms, 60);
}

TEST(Calibration, AlarmsSeenAreTheDocumentsScreenedAgainstTheOthers) {
  const std::vector<SignalScores> signals = random_signals(60, 8, 50);
  const Calibration calibration = fitted(signals);
  const std::vector<std::string_view> names = calibration.signal_names();
  for (const Millionths alpha : {20000, 50000, 200000}) {
    std::size_t seen = 0;
    for (std::size_t i = 0; i < 60; ++i) {
      std::vector<SignalScores> others = signals;
      std::vector<NamedScore> own;
      for (SignalScores& signal : others) {
        own.push_back({signal.name, signal.scores[i]});
        signal.scores.erase(signal.scores.begin() + static_cast<std::ptrdiff_t>(i));
      }
      if (*fitted(others).gate_p(own, alpha).p <= alpha) ++seen;
    }
    const Alarms alarms = calibration.alarms(names, alpha);
    EXPECT_EQ(alarms.seen, seen) << alpha;
    EXPECT_DOUBLE_EQ(alarms.expected, 60 * from_millionths(alpha));
    EXPECT_EQ(alarms.n_documents, 60U);
  }
  EXPECT_EQ(calibration.alarms({}, 200000).seen, 0U);
}

TEST(Calibration, RefusesWhatDoesNotBelongTogether) {
  const auto fault = [](std::vector<SignalScores> signals) {
    const auto calibration = Calibration::fit(std::move(signals), Digest{});
    EXPECT_FALSE(calibration.ok());
    EXPECT_EQ(calibration.error().code, Code::kInvalidArgument);
    return calibration.error().message;
  };
  EXPECT_THAT(fault({{"a", {1}}, {"a", {1}}}), HasSubstr("a twice"));
  EXPECT_THAT(fault({{"a", {1, 2}}, {"b", {1}}}), HasSubstr("1 scores of b, expected 2"));
  EXPECT_THAT(fault({{"", {1}}}), HasSubstr("name has 0 bytes"));
  EXPECT_THAT(fault({{std::string(65, 'x'), {1}}}), HasSubstr("name has 65 bytes"));
  EXPECT_THAT(fault(std::vector<SignalScores>(65)), HasSubstr("65 signals, expected at most 64"));
}

TEST(Calibration, ComesBackFromItsBytes) {
  const Calibration calibration = fitted({{"a", {1, -2, 3}}, {"long name", {0, kOne, 5}}});
  const auto read = Calibration::from_bytes(calibration.to_bytes(), "");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->to_bytes(), calibration.to_bytes());
  EXPECT_EQ(read->manifest(), calibration.manifest());
  EXPECT_EQ(read->p("a", 2), calibration.p("a", 2));
  EXPECT_TRUE(Calibration::from_bytes(Calibration().to_bytes(), "").ok());
}

TEST(Calibration, DamagedBytesAreNamed) {
  const std::string bytes = fitted({{"a", {1, 2, 3}}}).to_bytes();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    const auto read = Calibration::from_bytes(damaged, "file");
    ASSERT_FALSE(read.ok()) << i;
    EXPECT_EQ(read.error().code, Code::kCorrupt);
    EXPECT_THAT(to_string(read.error()), HasSubstr("file: is no calibration: "));
    EXPECT_FALSE(Calibration::from_bytes(bytes.substr(0, i), "").ok()) << i;
  }
  const auto resealed = [&](std::size_t length, std::size_t at, char byte) {
    std::string body = bytes.substr(0, length);
    body[at] = byte;
    StoredWriter out(body);
    const auto read = Calibration::from_bytes(std::move(out).finish(), "");
    return read.ok() ? "" : read.error().message;
  };
  const std::size_t body = bytes.size() - 8;
  constexpr std::size_t kDocumentsAt = 23 + 32;
  EXPECT_THAT(resealed(body, kDocumentsAt, 4), HasSubstr("1 signals of 4 documents in 29 bytes"));
  EXPECT_THAT(resealed(body, kDocumentsAt, 2), HasSubstr("8 bytes behind the last signal"));
  EXPECT_THAT(resealed(body, kDocumentsAt + 7, 1), HasSubstr("documents in 29 bytes"));
  EXPECT_THAT(resealed(body, kDocumentsAt + 8, 65), HasSubstr("65 signals"));
  EXPECT_THAT(resealed(body, kDocumentsAt + 12, 9), HasSubstr("ends too early"));
  EXPECT_THAT(resealed(60, 0, 'r'), HasSubstr("ends too early"));
}

TEST(Refit, AnEditCountsOnce) {
  const auto digest = [](std::uint8_t first) {
    Digest value;
    value.bytes[0] = first;
    return value;
  };
  const std::vector<Digest> before = {digest(1), digest(2), digest(2), digest(5)};
  const std::vector<Digest> edited = {digest(1), digest(2), digest(3), digest(5)};
  EXPECT_EQ(changed_documents(before, before), 0U);
  EXPECT_EQ(changed_documents(before, edited), 1U);
  EXPECT_EQ(changed_documents(before, {}), 4U);
  EXPECT_EQ(changed_documents({}, before), 4U);
  EXPECT_EQ(changed_documents(before, std::vector<Digest>{digest(2), digest(6)}), 3U);
}

TEST(Refit, IsDueOverFivePercent) {
  EXPECT_FALSE(must_refit(100, 5));
  EXPECT_TRUE(must_refit(100, 6));
  EXPECT_FALSE(must_refit(19, 0));
  EXPECT_TRUE(must_refit(19, 1));
  EXPECT_TRUE(must_refit(0, 1));
  EXPECT_FALSE(must_refit(0, 0));
}

}  // namespace
}  // namespace ragsieve
