// What an attack on one target can see and use: the claim, the clean documents that the encoder
// retrieves for the question, those that are judged relevant, and the encoder itself behind
// counters. Attacks are functions of a scene to drafts; attack_kinds.h lists them.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "eval/attacks/claim.h"
#include "eval/attacks/material.h"
#include "eval/attacks/target.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/document.h"
#include "ragsieve/stats/random.h"

namespace ragsieve::eval {

// A poison before it has an id.
struct Draft {
  std::string title;
  std::string text;
  std::string query;  // the target's, with a trigger where the attack needs one
  std::string note;   // how it was made; may be empty
};

struct Scene {
  AttackTarget target;
  Claim claim;
  std::vector<const Document*> benign;  // clean, as retrieved, best first
  std::vector<const Document*> gold;    // judged relevant, by id
  Random random;                        // the target's own stream
  Random shared;                        // the same for all targets of a kind and for related kinds
  AttackMaterial* material = nullptr;
  std::optional<std::vector<std::string>> context;  // of context_sentences(), once it was asked
};

// The drafts of one target; none where it cannot be attacked this way (no document to change, no
// carrier that holds the conditions). Errors of the encoder; kCancelled.
using MakeDrafts = std::function<Result<std::vector<Draft>>(Scene& scene, const RunOptions& run)>;

// The fields of a document as its record gave them, without white space at the text's end.
[[nodiscard]] inline std::string title_of(const Document& document) {
  return (document.stripped_front + document.indexed_text).substr(0, document.title_bytes);
}
[[nodiscard]] inline std::string text_of(const Document& document) {
  const std::string joined = document.stripped_front + document.indexed_text;
  const std::size_t start = document.title_bytes + 1;
  return start < joined.size() ? joined.substr(start) : "";
}

}  // namespace ragsieve::eval
