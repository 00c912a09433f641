// One table of tampering: each case breaks one thing and must fail with the reason of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/evidence/report_file.h"
#include "ragsieve/evidence/verify.h"
#include "ragsieve/evidence/verify_testing.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing_evidence::describe;
using testing_evidence::find;
using testing_evidence::kDocument;
using testing_evidence::kHour;
using testing_evidence::kNoon;
using testing_evidence::World;

struct Tampering {
  std::string what;
  std::function<void(World&)> change;
  std::string failed;  // the check that finds it
  std::string reason;
};

std::vector<Tampering> document_tampering() {
  return {
      {"one byte", [](World& w) { w.document[3] = 'Z'; }, "canonical_digest", "the text changed"},
      {"one byte, raw", [](World& w) { w.document[3] = 'Z'; }, "raw_digest", "is another document"},
      {"appended", [](World& w) { w.document += "x"; }, "raw_digest", "the file changed"},
      {"emptied", [](World& w) { w.document.clear(); }, "canonical_digest", "the text changed"},
      {"line ends", [](World& w) { w.document = "# First aid\r\n\r\n" + w.document.substr(13); },
       "raw_digest", "but not its text"},
      {"byte order mark", [](World& w) { w.document.insert(0, "\uFEFF"); }, "raw_digest",
       "but not its text"},
      {"record",
       [](World& w) {
         w.statement.raw_form = "record";
         w.seal();
         w.document += ' ';
       },
       "raw_digest", "its title, a line feed, its text"},
  };
}

std::vector<Tampering> report_tampering() {
  const std::string altered = "the report was altered after it was sealed";
  return {
      {"verdict", [](World& w) { w.edit_payload("\"ADMIT\"", "\"REJECT\""); }, "signature",
       altered},
      {"score", [](World& w) { w.edit_payload("\"p\":820000", "\"p\":820001"); }, "signature",
       altered},
      {"time", [](World& w) { w.edit_payload("T12:00:00Z", "T11:00:00Z"); }, "signature", altered},
      {"raw digest",
       [](World& w) { w.edit_payload(w.statement.raw_sha256.substr(0, 8), "00000000"); },
       "signature", altered},
      {"white space", [](World& w) { w.edit([](Envelope& e) { e.payload += ' '; }); }, "signature",
       altered},
      {"signature",
       [](World& w) {
         w.edit([](Envelope& e) {
           e.signatures[0].bytes[5] = static_cast<char>(~e.signatures[0].bytes[5]);
         });
       },
       "signature", altered},
      {"short signature",
       [](World& w) { w.edit([](Envelope& e) { e.signatures[0].bytes.pop_back(); }); }, "signature",
       altered},
      {"no signature", [](World& w) { w.edit([](Envelope& e) { e.signatures.clear(); }); },
       "envelope", "nobody signed"},
      {"payload type", [](World& w) { w.edit([](Envelope& e) { e.payload_type = "text/plain"; }); },
       "envelope", "expected application/vnd.in-toto+json"},
      {"truncated", [](World& w) { w.report.resize(w.report.size() / 2); }, "envelope", "not JSON"},
      {"emptied", [](World& w) { w.report.clear(); }, "envelope", "not JSON: it is empty"},
      {"bad base64", [](World& w) { w.report.insert(w.report.find("\"payload\":\"") + 11, "*"); },
       "envelope", "is not base64"},
      {"payload twice", [](World& w) { w.report.insert(1, "\"payload\":\"e30=\","); }, "envelope",
       "twice"},
      {"too large", [](World& w) { w.report += std::string(std::size_t{4} << 20, ' '); },
       "envelope", "at most 4194304"},
      {"unsealed", [](World& w) { w.report = *report_bytes(w.statement, nullptr); }, "envelope",
       "unsealed: nobody signed it"},
      {"signed lie: verdict",
       [](World& w) {
         w.statement.verdict = Verdict::kReject;
         w.seal();
       },
       "verdict", "says REJECT, its signals and thresholds give ADMIT"},
      {"signed lie: score",
       [](World& w) {
         w.statement.score = 1;
         w.seal();
       },
       "verdict", "says a score of 1"},
      {"signed lie: rules",
       [](World& w) {
         w.statement.decisive = {"p.reject"};
         w.seal();
       },
       "verdict", "these rules decided: p.reject"},
      {"signed lie: threshold",
       [](World& w) {
         w.statement.alpha = w.statement.thresholds.alpha = 900'000;
         w.seal();
       },
       "verdict", "give QUARANTINE"},
      {"signed, no statement", [](World& w) { w.seal_payload("{}", w.key); }, "verdict",
       "none that can be read"},
      {"signed, not canonical",
       [](World& w) { w.seal_payload(to_canonical_json(w.statement) + "\n", w.key); }, "verdict",
       "canonical form"},
  };
}

std::vector<Tampering> key_tampering() {
  return {
      {"another key", [](World& w) { w.seal_payload(to_canonical_json(w.statement), w.other_key); },
       "key_trust", "which the trust file does not hold"},
      {"another key, no hint",
       [](World& w) {
         w.seal_payload(to_canonical_json(w.statement), w.other_key);
         w.edit([](Envelope& e) { e.signatures[0].key_hint.clear(); });
       },
       "key_trust", "names no key"},
      {"another key under a trusted name",
       [](World& w) {
         w.seal_payload(to_canonical_json(w.statement), w.other_key);
         w.edit([&w](Envelope& e) { e.signatures[0].key_hint = w.trust.keys[0].id; });
       },
       "signature", "or another key sealed it"},
      {"not valid yet", [](World& w) { w.trust.keys[0].not_before_s = kNoon + 1; }, "key_validity",
       "valid only from 2024-05-01T12:00:01Z"},
      {"not valid any more", [](World& w) { w.trust.keys[0].not_after_s = kNoon - 1; },
       "key_validity", "valid only until 2024-05-01T11:59:59Z"},
      {"revoked",
       [](World& w) {
         w.trust.keys[0].revoked_at_s = kNoon;
         w.trust.keys[0].revoked_reason = "laptop lost";
       },
       "key_validity", "revoked at 2024-05-01T12:00:00Z (laptop lost)"},
      {"from the future", [](World& w) { w.now_s = kNoon - kHour; }, "key_validity",
       "lies in the future"},
  };
}

void expect_found(const Tampering& tampering) {
  World world;
  tampering.change(world);
  const VerifyReport report = world.verify();
  EXPECT_EQ(report.outcome(), VerifyOutcome::kDoesNotVerify) << tampering.what;
  const Check* check = find(report, tampering.failed);
  ASSERT_NE(check, nullptr) << tampering.what;
  EXPECT_EQ(check->status, CheckStatus::kFailed) << tampering.what << "\n" << describe(report);
  EXPECT_THAT(check->reason, HasSubstr(tampering.reason)) << tampering.what;
  EXPECT_EQ(report.checks.size(), 8U) << describe(report);
}

TEST(Verify, EveryEditOfTheDocumentIsFound) {
  for (const Tampering& tampering : document_tampering()) expect_found(tampering);
}

TEST(Verify, EveryEditOfTheReportIsFound) {
  for (const Tampering& tampering : report_tampering()) expect_found(tampering);
}

TEST(Verify, EveryWrongKeyIsFound) {
  for (const Tampering& tampering : key_tampering()) expect_found(tampering);
}

// A flipped bit of the envelope either is found or changes nothing that counts: a hint, or the
// name of a member that nobody reads.
TEST(Verify, NoFlippedBitOfTheEnvelopeChangesWhatIsRead) {
  World world;
  const std::string good = world.report;
  const std::string digest = world.verify().report_sha256;
  for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
    world.report = good;
    world.report[bit / 8] = static_cast<char>(world.report[bit / 8] ^ (1 << (bit % 8)));
    const VerifyReport report = world.verify();
    if (report.outcome() != VerifyOutcome::kVerifies) continue;
    EXPECT_EQ(report.report_sha256, digest) << bit;
    EXPECT_EQ(to_canonical_json(*report.statement), to_canonical_json(world.statement));
  }
}

TEST(Verify, EveryFlippedBitOfTheDocumentIsFound) {
  World world;
  for (std::size_t bit = 0; bit < kDocument.size() * 8; ++bit) {
    world.document = kDocument;
    world.document[bit / 8] = static_cast<char>(world.document[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_EQ(world.verify().outcome(), VerifyOutcome::kDoesNotVerify) << bit;
  }
}

}  // namespace
}  // namespace ragsieve
