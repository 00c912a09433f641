// What the tests of verification share: a valid report with everything that it is verified with.
#pragma once

#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ragsieve/base/clock.h"
#include "ragsieve/evidence/dsse.h"
#include "ragsieve/evidence/sample_statements.h"
#include "ragsieve/evidence/trust.h"
#include "ragsieve/evidence/verify.h"

namespace ragsieve::testing_evidence {

class FixedClock final : public Clock {
 public:
  explicit FixedClock(std::int64_t now_s) : now_s_(now_s) {}
  [[nodiscard]] std::int64_t now_ms() const override { return now_s_ * 1000; }

 private:
  std::int64_t now_s_;
};

inline constexpr std::int64_t kHour = 3600;

// A valid report with everything that it is verified with; a case changes one of them.
struct World {
  PrivateKey key = PrivateKey::generate();
  PrivateKey other_key = PrivateKey::generate();
  Statement statement = sample_statement();
  std::string document{kDocument};
  std::string report;  // set by seal()
  TrustFile trust;
  std::int64_t now_s = kNoon + kHour;

  World() {
    trust.keys = {trusted_key("desk", key.public_key())};
    seal();
  }
  // Signs whatever the statement says, true or not: who holds a key can.
  void seal() { seal_payload(to_canonical_json(statement), key); }
  void seal_payload(const std::string& payload, const PrivateKey& with) {
    Envelope envelope{std::string(kInTotoPayload), payload, {}};
    sign(envelope, with);
    report = to_json(envelope);
  }
  // Changes the envelope and leaves its signatures as they are.
  void edit(const std::function<void(Envelope&)>& change) {
    Envelope envelope = *parse_envelope(report);
    change(envelope);
    report = to_json(envelope);
  }
  void edit_payload(const std::string& from, const std::string& to) {
    edit([&](Envelope& envelope) {
      const auto at = envelope.payload.find(from);
      if (at == std::string::npos) std::abort();
      envelope.payload.replace(at, from.size(), to);
    });
  }
  [[nodiscard]] VerifyReport verify() const {
    return ragsieve::verify({report, document, std::nullopt}, trust, FixedClock(now_s));
  }
};

inline const Check* find(const VerifyReport& report, std::string_view name) {
  for (const Check& check : report.checks) {
    if (check.name == name) return &check;
  }
  return nullptr;
}

inline std::string describe(const VerifyReport& report) {
  std::string out;
  for (const Check& check : report.checks) {
    out += std::string(check_status_name(check.status)) + " " + check.name + ": " + check.reason +
           "\n";
  }
  return out;
}

}  // namespace ragsieve::testing_evidence
