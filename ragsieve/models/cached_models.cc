#include "ragsieve/models/cached_models.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "ragsieve/models/model_key.h"

namespace ragsieve {
namespace {

constexpr std::string_view kEmbeddingKind = "embedding.1";
constexpr std::string_view kNllKind = "nll.2";
// Encoded between two writes to the cache: what a kill can lose.
constexpr std::size_t kBatchTexts = 64;

template <typename T>
void append_bytes(std::string& out, std::span<const T> values) {
  out.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}

// A stored vector is taken only when it is whole and of length 1: a cache is never believed
// blindly.
bool read_vector(const std::string& bytes, std::span<float> vector) {
  if (bytes.size() != vector.size_bytes()) return false;
  std::memcpy(vector.data(), bytes.data(), bytes.size());
  double squares = 0;
  for (const float value : vector) squares += static_cast<double>(value) * value;
  return std::abs(squares - 1) < 1e-3;
}

std::string write_profile(const NllProfile& profile) {
  std::string bytes;
  append_bytes<std::uint32_t>(bytes, profile.ends);
  append_bytes<float>(bytes, profile.nats);
  return bytes;
}

// L ends and L - 1 values of four bytes each; both empty for an empty text.
std::optional<NllProfile> read_profile(const std::string& bytes) {
  if (bytes.size() % 4 != 0) return std::nullopt;
  const std::size_t n = bytes.size() / 4;
  NllProfile profile;
  if (n == 0) return profile;
  if (n % 2 == 0) return std::nullopt;
  profile.ends.resize((n + 1) / 2);
  profile.nats.resize(n / 2);
  const std::size_t ends_bytes = profile.ends.size() * 4;
  std::memcpy(profile.ends.data(), bytes.data(), ends_bytes);
  if (n > 1) {
    std::memcpy(profile.nats.data(), bytes.data() + ends_bytes, bytes.size() - ends_bytes);
  }
  const bool finite =
      std::ranges::all_of(profile.nats, [](float value) { return std::isfinite(value); });
  if (!finite || !std::ranges::is_sorted(profile.ends)) return std::nullopt;
  return profile;
}

}  // namespace

Result<Matrix> CachedEncoder::encode(std::span<const std::string_view> texts, TextKind kind,
                                     const RunOptions& run) {
  const std::string& prefix =
      kind == TextKind::kQuery ? identity_.query_prefix : identity_.passage_prefix;
  Matrix vectors{texts.size(), identity_.dim, {}};
  vectors.values.resize(texts.size() * identity_.dim);
  std::vector<Digest> keys;
  keys.reserve(texts.size());
  for (const std::string_view text : texts) {
    keys.push_back(text_key(kEmbeddingKind, identity_, prefix, text));
  }
  std::vector<std::optional<std::string>> known(texts.size());
  if (cache_ != nullptr) {
    RAGSIEVE_TRY(known, cache_->get(keys));
  }
  // Equal texts are encoded once: the first row of each unknown key stands for all.
  std::map<Digest, std::size_t> first_of_key;
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (known[i] && read_vector(*known[i], vectors.row(i))) continue;
    if (first_of_key.emplace(keys[i], i).second) missing.push_back(i);
    known[i].reset();
  }
  if (missing.empty()) return vectors;
  RAGSIEVE_CHECK(encode_missing(texts, kind, keys, missing, vectors, run));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (known[i]) continue;
    std::ranges::copy(vectors.row(first_of_key.at(keys[i])), vectors.row(i).begin());
  }
  return vectors;
}

Status CachedEncoder::encode_missing(std::span<const std::string_view> texts, TextKind kind,
                                     const std::vector<Digest>& keys,
                                     const std::vector<std::size_t>& missing, Matrix& vectors,
                                     const RunOptions& run) {
  RAGSIEVE_TRY(Encoder * model, model_.get());
  for (std::size_t start = 0; start < missing.size(); start += kBatchTexts) {
    const std::size_t end = std::min(missing.size(), start + kBatchTexts);
    std::vector<std::string_view> batch;
    for (std::size_t i = start; i < end; ++i) batch.push_back(texts[missing[i]]);
    RunOptions batch_run = run;
    batch_run.progress = [&](const ProgressEvent& event) {
      run.report(event.stage, start + event.done, missing.size());
    };
    RAGSIEVE_TRY(const Matrix encoded, model->encode(batch, kind, batch_run));
    std::vector<std::pair<Digest, std::string>> values;
    for (std::size_t i = start; i < end; ++i) {
      const std::span<const float> row = encoded.row(i - start);
      std::ranges::copy(row, vectors.row(missing[i]).begin());
      std::string bytes;
      append_bytes<float>(bytes, row);
      values.emplace_back(keys[missing[i]], std::move(bytes));
    }
    if (cache_ != nullptr) RAGSIEVE_CHECK(cache_->put(values));
  }
  return ok_status();
}

Result<NllProfile> CachedCausalLm::nll(std::string_view text, const RunOptions& run) {
  const Digest key = text_key(kNllKind, identity_, "", text);
  if (cache_ != nullptr) {
    RAGSIEVE_TRY(const auto known, cache_->get(std::span(&key, 1)));
    if (known[0]) {
      std::optional<NllProfile> profile = read_profile(*known[0]);
      if (profile) return *std::move(profile);
    }
  }
  RAGSIEVE_TRY(CausalLm * model, model_.get());
  RAGSIEVE_TRY(NllProfile profile, model->nll(text, run));
  if (cache_ != nullptr) {
    const std::pair<Digest, std::string> value{key, write_profile(profile)};
    RAGSIEVE_CHECK(cache_->put(std::span(&value, 1)));
  }
  return profile;
}

}  // namespace ragsieve
