#include "ragsieve/models/onednn/onednn_encoder.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "ragsieve/base/limits.h"
#include "ragsieve/models/onednn/bert_pass.h"
#include "ragsieve/models/onednn/runtime.h"
#include "ragsieve/text/wordpiece.h"

namespace ragsieve {
namespace {

constexpr std::string_view kF32 = "-f32";
constexpr std::size_t kPackBytes = 450;  // of texts in one pass: about a hundred tokens
constexpr std::size_t kTextBytes = 10;   // that a text counts for beside its own: its specials

// The texts of one pass: first to last - 1.
struct Pack {
  std::size_t first;
  std::size_t last;
};

// Cuts the texts into passes of about kPackBytes, or of one text.
std::vector<Pack> packs_of(std::span<const std::string_view> texts) {
  const std::size_t most = rows_are_independent() ? kPackBytes : 0;
  std::vector<Pack> packs;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::size_t more = texts[i].size() + kTextBytes;
    if (packs.empty() || bytes + more > most) {
      packs.push_back({i, i});
      bytes = 0;
    }
    packs.back().last = i + 1;
    bytes += more;
  }
  return packs;
}

// Mean of the rows of `hidden`, or its first row, with length 1; false without a finite length.
bool pool(std::span<const float> hidden, bool first_row, std::span<float> to) {
  std::vector<double> sums(to.size());
  const std::size_t n_values = first_row ? to.size() : hidden.size();
  for (std::size_t row = 0; row < n_values; row += to.size()) {
    for (std::size_t i = 0; i < to.size(); ++i) sums[i] += hidden[row + i];
  }
  double squares = 0;
  for (const double sum : sums) squares += sum * sum;
  const double norm = std::sqrt(squares);
  if (!std::isfinite(norm) || norm == 0) return false;
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<float>(sums[i] / norm);
  return true;
}

class OnednnEncoder final : public Encoder {
 public:
  OnednnEncoder(ModelIdentity identity, std::shared_ptr<ModelHost> host,
                std::unique_ptr<BertPass> pass, Wordpiece wordpiece)
      : identity_(std::move(identity)),
        host_(std::move(host)),
        pass_(std::move(pass)),
        wordpiece_(std::move(wordpiece)),
        lanes_(host_->n_workers()) {}

  const ModelIdentity& identity() const override { return identity_; }

  Result<Matrix> encode(std::span<const std::string_view> texts, TextKind kind,
                        const RunOptions& run) override {
    const std::string& prefix =
        kind == TextKind::kQuery ? identity_.query_prefix : identity_.passage_prefix;
    Matrix vectors{texts.size(), identity_.dim, {}};
    vectors.values.resize(texts.size() * identity_.dim);
    const std::vector<Pack> packs = packs_of(texts);
    const auto encode_one = [&](std::size_t item, std::size_t worker) {
      const Pack pack = packs[item];
      return encode_pack(texts.subspan(pack.first, pack.last - pack.first), prefix, worker,
                         &vectors.values[pack.first * identity_.dim]);
    };
    const HostWork work{"encode", packs.size(), Priority::kJob, encode_one};
    RAGSIEVE_CHECK(host_->run(work, run));
    return vectors;
  }

 private:
  // Writes a row for each text to `to`.
  Status encode_pack(std::span<const std::string_view> texts, const std::string& prefix,
                     std::size_t worker, float* to) {
    std::vector<BertPass::Ids> ids;
    for (const std::string_view text : texts) {
      ids.push_back(wordpiece_.encode(prefix + std::string(text), identity_.max_tokens));
    }
    RAGSIEVE_TRY(std::span<const float> hidden,
                 pass_->run(ids, lanes_[worker], host_->abort_flag(worker)));
    for (const BertPass::Ids& text : ids) {
      const std::size_t n_values = text.size() * identity_.dim;
      if (!pool(hidden.first(n_values), identity_.pooling == "cls", {to, identity_.dim})) {
        return make_error(Code::kInternal,
                          "model " + identity_.name + " gave a vector without length");
      }
      hidden = hidden.subspan(n_values);
      to += identity_.dim;
    }
    return ok_status();
  }

  const ModelIdentity identity_;
  const std::shared_ptr<ModelHost> host_;
  const std::unique_ptr<BertPass> pass_;
  const Wordpiece wordpiece_;
  std::vector<BertPass::Lane> lanes_;  // by worker
};

Error refuse(const ModelSpec& spec, std::string_view reason) {
  return make_error(Code::kUnavailable,
                    "model " + spec.name + " " + std::string(reason) +
                        ", which the oneDNN encoder needs; set models.encoder_engine to \"llama\"");
}

Status check_sizes(const ModelSpec& spec, const Wordpiece& wordpiece, const BertConfig& config) {
  if (config.dim != spec.dim || config.vocab_size != wordpiece.vocabulary().size() ||
      config.max_positions < spec.max_tokens) {
    return make_error(
        Code::kCorrupt,
        "model " + spec.name + " has dimension, vocabulary and positions " +
            std::to_string(config.dim) + ", " + std::to_string(config.vocab_size) + ", " +
            std::to_string(config.max_positions) + ", expected " + std::to_string(spec.dim) + ", " +
            std::to_string(wordpiece.vocabulary().size()) + " and at least " +
            std::to_string(spec.max_tokens) + "; import the model again (scripts/models.sh)",
        Where{spec.file, 0, ""});
  }
  return ok_status();
}

}  // namespace

Result<ModelIdentity> onednn_identity(const ModelSpec& spec, OnednnPrecision precision) {
  if (spec.weights != "f32" || !spec.name.ends_with(kF32)) return refuse(spec, "is not f32");
  if (spec.vocab_file.empty()) return refuse(spec, "has no vocab.txt");
  ModelIdentity identity = identity_of(spec, onednn_engine_name());
  if (precision == OnednnPrecision::kBFloat16) {
    identity.name.replace(identity.name.size() - kF32.size(), kF32.size(), "-bf16");
  }
  identity.name += "-onednn";
  return identity;
}

Result<std::unique_ptr<Encoder>> load_onednn_encoder(std::shared_ptr<ModelHost> host,
                                                     const std::string& folder,
                                                     const ModelSpec& spec,
                                                     OnednnPrecision precision) {
  RAGSIEVE_TRY(ModelIdentity identity, onednn_identity(spec, precision));
  RAGSIEVE_CHECK(verify_files(folder, spec));
  const std::filesystem::path base(folder);
  const std::string vocab_path = (base / spec.vocab_file).string();
  RAGSIEVE_TRY(const std::string vocab, read_file(vocab_path, limits::kVocabBytes));
  RAGSIEVE_TRY(Wordpiece wordpiece, Wordpiece::create(vocab, vocab_path));
  RAGSIEVE_TRY(BertWeights weights, read_bert_weights((base / spec.file).string()));
  RAGSIEVE_CHECK(check_sizes(spec, wordpiece, weights.config));
  RAGSIEVE_TRY(auto pass, BertPass::create(std::move(weights), precision));
  return std::unique_ptr<Encoder>(std::make_unique<OnednnEncoder>(
      std::move(identity), std::move(host), std::move(pass), std::move(wordpiece)));
}

}  // namespace ragsieve
