// A statement of any kind that a chain of reports holds: a screening's or a reviewer's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "ragsieve/base/result.h"
#include "ragsieve/evidence/review.h"
#include "ragsieve/evidence/statement.h"

namespace ragsieve {

using AnyStatement = std::variant<Statement, ReviewStatement>;

// What every kind has. References live as long as the statement.
[[nodiscard]] const std::string& subject_of(const AnyStatement& statement);
[[nodiscard]] const std::string& raw_sha256_of(const AnyStatement& statement);
[[nodiscard]] const std::string& previous_of(const AnyStatement& statement);
[[nodiscard]] std::int64_t time_of(const AnyStatement& statement);
void set_previous(AnyStatement& statement, std::string previous_sha256);

[[nodiscard]] std::string to_canonical_json(const AnyStatement& statement);

// By its predicate type, strictly; the errors of parse_statement() and parse_review().
[[nodiscard]] Result<AnyStatement> parse_any_statement(std::string_view bytes);

// Whether a verifier would read this statement and come to its verdict: kInternal where decide()
// gives another verdict, score or rule than the statement says, kInvalidInput for what the reader
// refuses. Asked before anything is signed.
[[nodiscard]] Status check_before_signing(const AnyStatement& statement);

// Where the verdict, score or decisive rules of the statement are not those that decide() finds in
// its integers: what differs; else "".
[[nodiscard]] std::string verdict_difference(const Statement& statement);

}  // namespace ragsieve
