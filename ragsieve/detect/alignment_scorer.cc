#include "ragsieve/detect/alignment_scorer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include "ragsieve/base/parallel.h"
#include "ragsieve/models/model_key.h"

namespace ragsieve {
namespace {

constexpr std::string_view kKind = "alignment-jump.1";
constexpr std::size_t kStoredBytes = sizeof(double) + 5 * sizeof(std::uint64_t);

std::string write_jump(const ScoredJump& scored) {
  const std::array<std::uint64_t, 5> numbers{scored.jump.window, scored.jump.n_windows,
                                             scored.jump.boundary_token, scored.second_window.start,
                                             scored.second_window.end};
  std::string bytes(kStoredBytes, '\0');
  std::memcpy(bytes.data(), &scored.jump.value, sizeof(double));
  std::memcpy(bytes.data() + sizeof(double), numbers.data(), sizeof(numbers));
  return bytes;
}

// A stored jump is taken only when it is whole and possible.
std::optional<ScoredJump> read_jump(const std::string& bytes, std::size_t document_bytes) {
  if (bytes.size() != kStoredBytes) return std::nullopt;
  std::array<std::uint64_t, 5> numbers{};
  ScoredJump scored;
  std::memcpy(&scored.jump.value, bytes.data(), sizeof(double));
  std::memcpy(numbers.data(), bytes.data() + sizeof(double), sizeof(numbers));
  scored.jump.window = numbers[0];
  scored.jump.n_windows = numbers[1];
  scored.jump.boundary_token = numbers[2];
  scored.second_window = {numbers[3], numbers[4]};
  const bool possible = scored.jump.value >= 0 && scored.jump.value <= 2 &&
                        numbers[3] <= numbers[4] && numbers[4] <= document_bytes;
  if (!possible) return std::nullopt;
  return scored;
}

}  // namespace

AlignmentScorer::AlignmentScorer(TokenEncoder& encoder, ValueCache* cache, AlignmentOptions options)
    : encoder_(encoder), cache_(cache), options_(options) {
  for (const std::size_t value :
       {options.document_tokens, options.query_tokens, options.window, options.stride}) {
    options_key_ += std::to_string(value) + ",";
  }
}

Result<ScoredJump> AlignmentScorer::compute(const Matrix& query, std::string_view document,
                                            const RunOptions& run) const {
  RAGSIEVE_TRY(const TokenVectors tokens,
               encoder_.encode_tokens(document, options_.document_tokens, run));
  ScoredJump scored;
  scored.jump = alignment_jump(tokens.vectors, query, options_);
  if (scored.jump.n_windows > 1) {
    const std::size_t first = scored.jump.boundary_token;
    const std::size_t last = std::min(first + options_.window, tokens.ranges.size()) - 1;
    scored.second_window = {tokens.ranges[first].start, tokens.ranges[last].end};
  }
  return scored;
}

Result<std::vector<ScoredJump>> AlignmentScorer::jumps(std::string_view query,
                                                       std::span<const std::string_view> documents,
                                                       const RunOptions& run) const {
  std::vector<Digest> keys;
  for (const std::string_view document : documents) {
    keys.push_back(pair_key(kKind, encoder_.identity(), options_key_, document, query));
  }
  std::vector<std::optional<std::string>> known(documents.size());
  if (cache_ != nullptr) {
    RAGSIEVE_TRY(known, cache_->get(keys));
  }
  std::vector<ScoredJump> scored(documents.size());
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    std::optional<ScoredJump> stored;
    if (known[i]) stored = read_jump(*known[i], documents[i].size());
    if (stored) {
      scored[i] = *stored;
    } else {
      missing.push_back(i);
    }
  }
  if (missing.empty()) return scored;
  RAGSIEVE_TRY(const TokenVectors query_tokens,
               encoder_.encode_tokens(query, options_.query_tokens, run));
  RunOptions quiet = run;  // a query is one step of its caller's progress
  quiet.progress = nullptr;
  RAGSIEVE_CHECK(
      parallel_for(missing.size(), "alignment", quiet, [&](std::size_t i, int) -> Status {
        const std::size_t document = missing[i];
        RAGSIEVE_TRY(scored[document], compute(query_tokens.vectors, documents[document], quiet));
        return ok_status();
      }));
  std::vector<std::pair<Digest, std::string>> fresh;
  for (const std::size_t i : missing) fresh.emplace_back(keys[i], write_jump(scored[i]));
  if (cache_ != nullptr) RAGSIEVE_CHECK(cache_->put(fresh));
  return scored;
}

}  // namespace ragsieve
