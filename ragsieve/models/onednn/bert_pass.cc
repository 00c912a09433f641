#include "ragsieve/models/onednn/bert_pass.h"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "ragsieve/models/onednn/lanes.h"
#include "ragsieve/models/onednn/layer_norm.h"
#include "ragsieve/models/onednn/runtime.h"

namespace ragsieve {
namespace {

constexpr std::size_t kMostProductRows = 128;  // the rows between two products stay in the cache
constexpr std::size_t kRowStep = 4;            // of product rows: so many kernels, so much padding
constexpr std::size_t kBf16RowStep = 16;       // kernels are dear there, rows cheap

std::size_t round_up(std::size_t value, std::size_t step) {
  return (value + step - 1) / step * step;
}

Error said_by_onednn(const char* words) {
  return make_error(Code::kUnavailable, std::string("oneDNN cannot run the encoder: ") + words);
}

// oneDNN's C++ interface throws; nothing above this file does.
template <typename Work>
Status guarded(const Work& work) {
  try {
    const OnThisThread alone;
    work();
    return ok_status();
  } catch (const dnnl::error& error) {
    return said_by_onednn(error.what());
  } catch (const std::bad_alloc&) {
    return said_by_onednn("out of memory");
  }
}

Status check_sizes(const BertConfig& config) {
  const std::size_t head_dim = config.dim / config.n_heads;
  if (head_dim * config.n_heads == config.dim && head_dim % kLanes == 0) return ok_status();
  return make_error(Code::kUnavailable,
                    "the model has " + std::to_string(config.n_heads) + " heads in dimension " +
                        std::to_string(config.dim) +
                        ", the oneDNN encoder expects heads of a multiple of 16; set "
                        "models.encoder_engine to \"llama\"");
}

std::vector<float> side_by_side(std::span<const float> a, std::span<const float> b,
                                std::span<const float> c) {
  std::vector<float> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  all.insert(all.end(), c.begin(), c.end());
  return all;
}

}  // namespace

struct BertPass::Rows {
  std::size_t n_products;  // each of n_rows rows; those behind the texts are padding
  std::size_t n_rows;
  [[nodiscard]] std::size_t total() const { return n_products * n_rows; }

  static Rows of(std::size_t n_tokens, OnednnPrecision precision) {
    const std::size_t step = precision == OnednnPrecision::kFloat32 ? kRowStep : kBf16RowStep;
    const std::size_t n_products = (n_tokens + kMostProductRows - 1) / kMostProductRows;
    return {n_products, round_up((n_tokens + n_products - 1) / n_products, step)};
  }
};

BertPass::BertPass(BertWeights weights, OnednnPrecision precision, const dnnl::engine& engine)
    : weights_(std::move(weights)),
      precision_(precision),
      projections_(engine, {config().dim, 3 * config().dim, precision, Epilogue::kNone}),
      attention_output_(engine, {config().dim, config().dim, precision, Epilogue::kAddToOutput}),
      up_(engine, {config().dim, config().ffn_dim, precision, Epilogue::kGelu}),
      down_(engine, {config().ffn_dim, config().dim, precision, Epilogue::kAddToOutput}) {}

Result<std::unique_ptr<BertPass>> BertPass::create(BertWeights weights, OnednnPrecision precision) {
  RAGSIEVE_CHECK(check_sizes(weights.config));
  RAGSIEVE_CHECK(check_cpu(precision, cpu_has_bf16()));
  std::unique_ptr<BertPass> pass;
  RAGSIEVE_CHECK(guarded([&] {
    const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    pass.reset(new BertPass(std::move(weights), precision, engine));
    pass->pack_blocks();
  }));
  return pass;
}

void BertPass::pack_blocks() {
  for (const BertBlockWeights& block : weights_.blocks) {
    const std::vector<float> weight =
        side_by_side(block.query.weight, block.key.weight, block.value.weight);
    const std::vector<float> bias =
        side_by_side(block.query.bias, block.key.bias, block.value.bias);
    blocks_.push_back(
        {projections_.pack(weight, bias),
         attention_output_.pack(block.attention_output.weight, block.attention_output.bias),
         up_.pack(block.up.weight, block.up.bias), down_.pack(block.down.weight, block.down.bias)});
  }
}

Status BertPass::check_ids(const Ids& ids) const {
  if (ids.empty() || ids.size() > config().max_positions) {
    return make_error(Code::kInvalidInput, "a text has " + std::to_string(ids.size()) +
                                               " tokens, the model takes 1 to " +
                                               std::to_string(config().max_positions));
  }
  for (const std::int32_t id : ids) {
    if (id >= 0 && static_cast<std::size_t>(id) < config().vocab_size) continue;
    return make_error(Code::kInvalidInput, "token " + std::to_string(id) +
                                               " is not in the model's vocabulary of " +
                                               std::to_string(config().vocab_size));
  }
  return ok_status();
}

// Sum of the three embeddings, normalised.
void BertPass::embed(const Ids& ids, std::span<float> rows) const {
  const std::size_t dim = config().dim;
  for (std::size_t row = 0; row < ids.size(); ++row) {
    const float* token = &weights_.token_embeddings[static_cast<std::size_t>(ids[row]) * dim];
    const float* position = &weights_.position_embeddings[row * dim];
    float* sum = &rows[row * dim];
    for (std::size_t i = 0; i < dim; ++i) {
      sum[i] = token[i] + weights_.token_types[i] + position[i];
    }
  }
  normalise(rows.first(ids.size() * dim), weights_.embedding_norm);
}

void BertPass::normalise(std::span<float> rows, const NormWeights& norm) const {
  const std::size_t dim = config().dim;
  for (std::size_t i = 0; i < rows.size(); i += dim) {
    layer_norm(rows.subspan(i, dim), norm, static_cast<float>(config().layer_norm_epsilon));
  }
}

const void* BertPass::product_input(std::span<const float> values, Lane& lane) const {
  if (precision_ == OnednnPrecision::kFloat32) return values.data();
  lane.narrow.resize(std::max(lane.narrow.size(), values.size()));
  narrow_to_bf16(values, lane.narrow.data());
  return lane.narrow.data();
}

void BertPass::attend_to_each(std::span<const Ids> texts, Lane& lane) const {
  const std::size_t dim = config().dim;
  std::size_t first = 0;
  for (const Ids& ids : texts) {
    attend({ids.size(), config().n_heads, dim / config().n_heads}, &lane.projected[3 * first * dim],
           lane.attention, &lane.context[first * dim]);
    first += ids.size();
  }
}

void BertPass::run_block(std::size_t block, std::span<const Ids> texts, const Rows& rows,
                         Lane& lane) {
  const Block& packed = blocks_[block];
  const BertBlockWeights& weights = weights_.blocks[block];
  const std::size_t dim = config().dim;
  const std::size_t part = rows.n_rows * dim;
  for (std::size_t i = 0; i < rows.n_products; ++i) {
    const auto hidden = std::span(lane.hidden).subspan(i * part, part);
    projections_.run(rows.n_rows, product_input(hidden, lane), packed.projections,
                     &lane.projected[3 * i * part]);
  }
  attend_to_each(texts, lane);
  for (std::size_t i = 0; i < rows.n_products; ++i) {
    const auto hidden = std::span(lane.hidden).subspan(i * part, part);
    const auto context = std::span(lane.context).subspan(i * part, part);
    attention_output_.run(rows.n_rows, product_input(context, lane), packed.attention_output,
                          hidden.data());
    normalise(hidden, weights.attention_norm);
    up_.run(rows.n_rows, product_input(hidden, lane), packed.up, lane.inner.data());
    down_.run(rows.n_rows, lane.inner.data(), packed.down, hidden.data());
    normalise(hidden, weights.output_norm);
  }
}

Result<std::span<const float>> BertPass::run(std::span<const Ids> texts, Lane& lane,
                                             const std::atomic<bool>& abort) {
  std::size_t n_tokens = 0;
  for (const Ids& ids : texts) {
    RAGSIEVE_CHECK(check_ids(ids));
    n_tokens += ids.size();
  }
  const Rows rows = Rows::of(n_tokens, precision_);
  const std::size_t dim = config().dim;
  lane.hidden.assign(rows.total() * dim, 0.0F);
  lane.projected.resize((rows.total() + kAttentionStrip) * 3 * dim);
  lane.context.assign(rows.total() * dim, 0.0F);
  lane.inner.resize(rows.n_rows * config().ffn_dim);
  std::size_t first = 0;
  for (const Ids& ids : texts) {
    embed(ids, std::span(lane.hidden).subspan(first * dim));
    first += ids.size();
  }
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    if (abort.load(std::memory_order_relaxed)) {
      return make_error(Code::kCancelled, "stopped as asked");
    }
    RAGSIEVE_CHECK(guarded([&] { run_block(block, texts, rows, lane); }));
  }
  return std::span<const float>(lane.hidden).first(n_tokens * dim);
}

}  // namespace ragsieve
