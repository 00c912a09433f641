// The rules of one probe as JSON: {"id", "question", "expected_fact"?, "weight"?}, or a query of
// BEIR with known answers: {"_id", "text", "answers"?}. probe_file.h reads files of them.
#pragma once

#include <cstddef>
#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/core/probe.h"
#include "ragsieve/json/value.h"

namespace ragsieve {

inline constexpr std::size_t kProbeTextBytes = 4096;  // of a question, and of a fact
inline constexpr double kProbeWeight = 1e9;           // the largest weight

// `record` as a probe. Where both names stand, "_id" and "question" count; the fact is
// "expected_fact" or the first of "answers" that is not empty; null is as good as absent.
// kInvalidInput or kTooLarge, with where.field.
[[nodiscard]] Result<Probe> parse_probe(const json::Value& record);

// kInvalidInput when `question` is blank or no UTF-8, kTooLarge over kProbeTextBytes.
[[nodiscard]] Status check_probe_question(std::string_view question);

}  // namespace ragsieve
