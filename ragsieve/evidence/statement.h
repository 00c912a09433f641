// What a seal is about: the result of screening one document, as an in-toto Statement v1 with a
// predicate of our own. Everything in it is an integer, a string or a list, so that its canonical
// bytes (RFC 8785) are the same everywhere, and the verdict follows from it alone. Values, no I/O.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/core/screen_records.h"
#include "ragsieve/core/signal.h"
#include "ragsieve/core/verdict.h"

namespace ragsieve {

inline constexpr std::string_view kScreenPredicate = "https://ragsieve.dev/attestation/screen/v1";
inline constexpr std::string_view kNoReport =
    "0000000000000000000000000000000000000000000000000000000000000000";

struct ModelDigest {
  std::string role;    // "encoder", "causal_lm", "generator", ...
  std::string name;    // with the weight type
  std::string sha256;  // hex, of the file
};

// Conflicts with a supported fact that count, as in VerdictInput.
struct FactCounts {
  std::uint64_t conflicts = 0;
  std::uint64_t retrieved_conflicts = 0;
};

// Digests are 64 lower-case hexadecimal digits; "" is "there is none".
struct Statement {
  std::string subject;            // name of the document
  std::string raw_sha256;         // of the bytes as given
  std::string raw_form = "file";  // "file", or "record": title, line feed, text
  std::string canonical_sha256;   // of canonical_text() of the same bytes
  Verdict verdict = Verdict::kIncomplete;
  std::string profile = "default";  // "default", "paper"
  std::string mode = "block";       // "block", "quarantine", "tag", "observe"
  Millionths score = 0;
  std::optional<Millionths> p;
  Millionths alpha = 10'000;
  std::vector<std::string> decisive;
  std::vector<Signal> signals;
  FactCounts facts;
  VerdictThresholds thresholds;
  std::string policy_sha256;
  std::string corpus_sha256;       // manifest of the trusted corpus
  std::string calibration_sha256;  // manifest that the calibration comes from
  std::string probes_sha256;
  std::vector<ModelDigest> models;
  std::vector<std::string> reasons;  // plain English, without the document's text
  std::string version;               // of the program
  std::int64_t time_s = 0;           // UTC, seconds since 1970
  std::string previous_sha256{kNoReport};
};

// What the record of a screening does not hold.
struct SealContext {
  VerdictThresholds thresholds;
  std::optional<FactCounts> facts;  // none: counted from the record (supported, not superseded)
  std::string policy_sha256;
  std::string corpus_sha256;
  std::string calibration_sha256;
  std::string probes_sha256;
  std::vector<ModelDigest> models;
  std::string version;
  std::int64_t time_s = 0;
};

// The statement of a record; signals in a fixed order, lines beyond the limits cut away. The
// previous report is still none: the chain sets it.
[[nodiscard]] Statement statement_of(const ScreenRecord& record, const SealContext& context);

// What decide() needs, read off the statement.
[[nodiscard]] VerdictInput verdict_input_of(const Statement& statement);

// The bytes that are signed and hashed.
[[nodiscard]] std::string to_canonical_json(const Statement& statement);

// What to_canonical_json() wrote, and nothing else: other bytes, members that are missing, unknown
// or out of range are kInvalidInput, with the member in where.field.
[[nodiscard]] Result<Statement> parse_statement(std::string_view bytes);

}  // namespace ragsieve
