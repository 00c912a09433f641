#include "ragsieve/evidence/verify.h"

#include <algorithm>
#include <utility>

#include "ragsieve/evidence/chain_check.h"
#include "ragsieve/evidence/document_digests.h"
#include "ragsieve/evidence/report_file.h"
#include "ragsieve/evidence/utc_time.h"

namespace ragsieve {
namespace {

constexpr std::int64_t kForgivenSeconds = 300;

class Verifier {
 public:
  Verifier(const VerifyRequest& request, const TrustFile& trust, const Clock& clock)
      : request_(request), trust_(trust), now_s_(clock.now_ms() / 1000) {}

  [[nodiscard]] VerifyReport run() {
    if (read_envelope() && find_signers() && read_statement()) {
      check_validity();
      check_document();
      check_verdict();
      check_position();
    }
    fill_up();
    return std::move(report_);
  }

 private:
  void add(std::string name, CheckStatus status, std::string reason) {
    report_.checks.push_back({std::move(name), status, std::move(reason)});
  }
  void pass(std::string name, std::string reason) {
    add(std::move(name), CheckStatus::kPassed, std::move(reason));
  }
  void fail(std::string name, std::string reason) {
    add(std::move(name), CheckStatus::kFailed, std::move(reason));
  }
  void skip(std::string name, std::string reason) {
    add(std::move(name), CheckStatus::kNotChecked, std::move(reason));
  }

  bool read_envelope() {
    auto file = parse_report_file(request_.report);
    if (!file.ok()) {
      fail("envelope", "no report in a DSSE envelope: " + to_string(file.error()));
      return false;
    }
    report_.report_sha256 = to_hex(file->digest);
    if (!file->envelope) {
      fail("envelope", "the report is unsealed: nobody signed it; `ragsieve seal` does");
      return false;
    }
    envelope_ = std::move(*file->envelope);
    const std::size_t n = envelope_.signatures.size();
    pass("envelope", "DSSE, " + envelope_.payload_type + ", " + std::to_string(n) +
                         (n == 1 ? " signature" : " signatures"));
    return true;
  }

  bool find_signers() {
    signers_ = trusted_signers(envelope_, trust_);
    if (signers_.empty()) {
      tell_why_nobody_signed();
      return false;
    }
    pass("signature", "Ed25519, over exactly the bytes that are read");
    pass("key_trust", "trusted: " + name_of(*signers_.front()));
    return true;
  }

  void tell_why_nobody_signed() {
    for (const EnvelopeSignature& signature : envelope_.signatures) {
      const auto named = std::ranges::find(trust_.keys, signature.key_hint, &TrustedKey::id);
      if (named == trust_.keys.end()) continue;
      fail("signature", "does not hold for the key that it names, " + name_of(*named) +
                            ": the report was altered after it was sealed, or another key "
                            "sealed it");
      skip("key_trust", "no signature holds");
      return;
    }
    const std::string& hint = envelope_.signatures.front().key_hint;
    skip("signature", "only its key could tell, and no trusted key made it");
    fail("key_trust", hint.empty()
                          ? "the signature names no key, and no key of the trust file made it"
                          : "the signature names key " + hint.substr(0, 16) +
                                ", which the trust file does not hold, and no key there made it");
  }

  // Only now is the payload read: a trusted key signed these very bytes.
  bool read_statement() {
    auto statement = parse_any_statement(envelope_.payload);
    if (statement.ok()) {
      report_.statement = std::move(*statement);
      return true;
    }
    unread_ =
        "the statement was signed, but is none that can be read: " + to_string(statement.error());
    unread_is_unknown_ = statement.error().where.field == "predicateType";
    return false;
  }

  void check_validity() {
    const std::int64_t time_s = time_of(*report_.statement);
    if (time_s > now_s_ + kForgivenSeconds) {
      return fail("key_validity", "the report is of " + format_utc(time_s) +
                                      ", which lies in the future: it is " + format_utc(now_s_));
    }
    const TrustedKey* signer = valid_signer(signers_, time_s);
    if (signer == nullptr) {
      return fail("key_validity", validity_problem(*signers_.front(), time_s));
    }
    report_.owner = signer->owner;
    report_.key_id = signer->id;
    pass("key_validity", name_of(*signer) + " was valid at " + format_utc(time_s));
  }

  void check_document() {
    const auto* screened = std::get_if<Statement>(&*report_.statement);
    if (!request_.document) {
      skip("raw_digest", "the document is not at hand");
      if (screened != nullptr) skip("canonical_digest", "the document is not at hand");
      return;
    }
    const auto digests = document_digests(*request_.document);
    if (!digests.ok()) {
      skip("raw_digest", digests.error().message);
      if (screened != nullptr) skip("canonical_digest", digests.error().message);
      return;
    }
    const bool same_text =
        screened != nullptr && to_hex(digests->canonical) == screened->canonical_sha256;
    check_raw(to_hex(digests->raw) == raw_sha256_of(*report_.statement), same_text);
    if (screened == nullptr) return;
    if (same_text) {
      pass("canonical_digest", "the text is the one that was reported on");
    } else {
      fail("canonical_digest", "the text changed since the report");
    }
  }

  void check_raw(bool same, bool same_text) {
    if (same) return pass("raw_digest", "the bytes are those that were reported on");
    std::string reason = "the file changed since the report, or is another document";
    if (same_text) {
      reason =
          "the file changed since the report, but not its text: line ends, byte order mark "
          "or Unicode form differ";
    }
    const auto* screened = std::get_if<Statement>(&*report_.statement);
    if (screened != nullptr && screened->raw_form == "record") {
      reason += " (the report is about a record: its title, a line feed, its text)";
    }
    fail("raw_digest", std::move(reason));
  }

  void check_verdict() {
    const auto* screened = std::get_if<Statement>(&*report_.statement);
    if (screened == nullptr) return;
    std::string difference = verdict_difference(*screened);
    if (!difference.empty()) return fail("verdict", std::move(difference));
    pass("verdict", std::string(verdict_name(screened->verdict)) +
                        " follows from the signals and thresholds of the report");
  }

  void check_position() {
    if (!request_.chain) return skip("chain", "the chain is not at hand; name it by --chain");
    const auto chain = check_chain(*request_.chain, trust_, report_.report_sha256);
    if (!chain.ok()) return skip("chain", "could not be read: " + to_string(chain.error()));
    if (!chain->problems.empty()) return fail("chain", first_of(chain->problems));
    if (!chain->position) return fail("chain", "the report is no link of this chain");
    std::string reason = "link " + std::to_string(*chain->position) + " of " +
                         std::to_string(chain->n_links) + ", unbroken; the last is " +
                         chain->head.digest.substr(0, 12);
    if (chain->n_unsealed > 0) {
      reason += "; " + std::to_string(chain->n_unsealed) + " unsealed, " +
                std::to_string(chain->n_unsealed_last) + " of them at the end";
    }
    pass("chain", std::move(reason));
  }

  static std::string first_of(const std::vector<std::string>& problems) {
    if (problems.size() == 1) return problems.front();
    return problems.front() + " (and " + std::to_string(problems.size() - 1) + " more)";
  }

  // What was not reached is named as not checked.
  void fill_up() {
    const std::string why = unread_.empty() ? "no seal that holds" : "the statement cannot be read";
    const auto missing = [this](std::string_view name) {
      return std::ranges::find(report_.checks, name, &Check::name) == report_.checks.end();
    };
    for (const char* name : {"signature", "key_trust", "key_validity", "raw_digest",
                             "canonical_digest", "verdict", "chain"}) {
      const bool review =
          report_.statement && std::holds_alternative<ReviewStatement>(*report_.statement);
      if (review || !missing(name)) continue;
      const bool is_unread = std::string_view(name) == "verdict" && !unread_.empty();
      if (!is_unread) {
        skip(name, why);
      } else if (unread_is_unknown_) {
        skip(name, unread_);
      } else {
        fail(name, unread_);
      }
    }
    report_.chain_wanted = request_.chain.has_value();
  }

  const VerifyRequest& request_;
  const TrustFile& trust_;
  std::int64_t now_s_;
  Envelope envelope_;
  std::vector<const TrustedKey*> signers_;
  std::string unread_;
  bool unread_is_unknown_ = false;
  VerifyReport report_;
};

}  // namespace

std::string_view check_status_name(CheckStatus status) {
  switch (status) {
    case CheckStatus::kPassed:
      return "passed";
    case CheckStatus::kFailed:
      return "failed";
    case CheckStatus::kNotChecked:
      break;
  }
  return "not_checked";
}

std::string_view outcome_name(VerifyOutcome outcome) {
  switch (outcome) {
    case VerifyOutcome::kVerifies:
      return "verifies";
    case VerifyOutcome::kDoesNotVerify:
      return "does_not_verify";
    case VerifyOutcome::kCouldNotCheck:
      break;
  }
  return "could_not_check";
}

VerifyOutcome VerifyReport::outcome() const {
  bool complete = !checks.empty();
  for (const Check& check : checks) {
    if (check.status == CheckStatus::kFailed) return VerifyOutcome::kDoesNotVerify;
    const bool may_lack = check.name == "chain" && !chain_wanted;
    complete = complete && (check.status == CheckStatus::kPassed || may_lack);
  }
  return complete ? VerifyOutcome::kVerifies : VerifyOutcome::kCouldNotCheck;
}

VerifyReport verify(const VerifyRequest& request, const TrustFile& trust, const Clock& clock) {
  return Verifier(request, trust, clock).run();
}

}  // namespace ragsieve
