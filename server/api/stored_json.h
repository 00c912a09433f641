// What the state holds as JSON: documents, verdicts and decisions as REST shows them. Pure,
// thread-safe.
#pragma once

#include <string>

#include "ragsieve/json/value.h"
#include "ragsieve/service/review_desk.h"

namespace ragsieve::api {

// Scores and p as decimals, as in the records of `screen`. `source`: of its document.
[[nodiscard]] json::Object verdict_json(const StoredVerdict& verdict, const std::string& source);
// Without its text.
[[nodiscard]] json::Object document_json(const StoredDocument& document);
[[nodiscard]] json::Object decision_json(const StoredDecision& decision);

// Strings as an array.
[[nodiscard]] json::Array strings_json(const std::vector<std::string>& values);

}  // namespace ragsieve::api
