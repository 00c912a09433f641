// What a person decided about a document, as a statement of its own in the chain: a reviewer
// releases or rejects what the gate held back, or says that a new document supersedes a trusted
// one. Each names the reviewer, the reason and the report it answers. Values, no I/O.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/evidence/statement.h"

namespace ragsieve {

enum class ReviewAction { kRelease, kReject, kSupersede };

// "https://ragsieve.dev/attestation/release/v1", ".../reject/v1", ".../supersede/v1"
[[nodiscard]] std::string_view predicate_type(ReviewAction action);
// "release", "reject", "supersede"
[[nodiscard]] std::string_view action_name(ReviewAction action);

struct ReviewStatement {
  std::string subject;     // name of the document
  std::string raw_sha256;  // hex, of its bytes as given
  ReviewAction action = ReviewAction::kRelease;
  std::string reviewer;        // 1..4096 bytes
  std::string reason;          // 1..4096 bytes
  std::string answers_sha256;  // the report it answers, as in reports: of the DSSE payload
  std::string supersedes;      // kSupersede: id of the trusted document; else empty
  std::string version;         // of the program
  std::int64_t time_s = 0;     // UTC, seconds since 1970
  std::string previous_sha256{kNoReport};
};

[[nodiscard]] std::string to_canonical_json(const ReviewStatement& statement);

// As parse_statement(): strict, kInvalidInput with the member.
[[nodiscard]] Result<ReviewStatement> parse_review(std::string_view bytes);

}  // namespace ragsieve
