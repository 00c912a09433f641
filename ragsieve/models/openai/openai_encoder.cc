#include "ragsieve/models/openai/openai_encoder.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "ragsieve/base/limits.h"
#include "ragsieve/models/openai/messages.h"

namespace ragsieve {
namespace {

constexpr std::size_t kMostBatch = 1024;

Error bad_option(std::string_view name, std::size_t found, std::size_t most) {
  return make_error(Code::kInvalidConfig,
                    "found " + std::to_string(found) + ", expected 1 to " + std::to_string(most),
                    Where{"", 0, std::string(name)});
}

}  // namespace

Status EndpointEncoderOptions::validate() const {
  if (dim < 1 || dim > limits::kDimension) return bad_option("dim", dim, limits::kDimension);
  if (batch < 1 || batch > kMostBatch) return bad_option("batch", batch, kMostBatch);
  return ok_status();
}

Result<std::unique_ptr<Encoder>> OpenAiEncoder::create(std::unique_ptr<Endpoint> endpoint,
                                                       const EndpointEncoderOptions& options) {
  RAGSIEVE_CHECK(options.validate());
  return std::unique_ptr<Encoder>(new OpenAiEncoder(std::move(endpoint), options));
}

OpenAiEncoder::OpenAiEncoder(std::unique_ptr<Endpoint> endpoint,
                             const EndpointEncoderOptions& options)
    : endpoint_(std::move(endpoint)), batch_(options.batch) {
  identity_.name = endpoint_->options().model;
  identity_.file_digest = endpoint_->digest();
  identity_.engine = endpoint_->options().url;
  identity_.tokenizer = "endpoint";
  identity_.max_tokens = options.max_tokens;
  identity_.pooling = "endpoint";
  identity_.query_prefix = options.query_prefix;
  identity_.passage_prefix = options.passage_prefix;
  identity_.dim = options.dim;
}

Result<Matrix> OpenAiEncoder::encode(std::span<const std::string_view> texts, TextKind kind,
                                     const RunOptions& run) {
  const std::string& prefix =
      kind == TextKind::kQuery ? identity_.query_prefix : identity_.passage_prefix;
  Matrix vectors{texts.size(), identity_.dim, {}};
  vectors.values.reserve(texts.size() * identity_.dim);
  for (std::size_t start = 0; start < texts.size(); start += batch_) {
    const std::size_t n = std::min(batch_, texts.size() - start);
    std::vector<std::string> input;
    for (const std::string_view text : texts.subspan(start, n)) {
      input.push_back(prefix + std::string(text));
    }
    RAGSIEVE_TRY(const std::string response,
                 endpoint_->post("/embeddings", embeddings_body(endpoint_->options().model, input),
                                 embeddings_response_bytes(n, identity_.dim), run));
    RAGSIEVE_TRY(const Matrix rows, read_embeddings(response, n, identity_.dim));
    vectors.values.insert(vectors.values.end(), rows.values.begin(), rows.values.end());
    run.report("encode", start + n, texts.size());
  }
  return vectors;
}

}  // namespace ragsieve
