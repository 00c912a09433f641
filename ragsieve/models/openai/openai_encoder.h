// The encoder behind an OpenAI-compatible endpoint (/v1/embeddings), for a corpus that is retrieved
// with it. The endpoint cuts what is too long; the same bytes twice come from cached_models.h.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "ragsieve/models/encoder.h"
#include "ragsieve/models/openai/endpoint.h"

namespace ragsieve {

struct EndpointEncoderOptions {
  std::size_t dim = 0;           // of its vectors, 1..limits::kDimension; another is refused
  std::size_t max_tokens = 512;  // where the endpoint cuts; part of the identity
  std::size_t batch = 32;        // texts a request, 1..1024
  std::string query_prefix;
  std::string passage_prefix;
  [[nodiscard]] Status validate() const;
};

class OpenAiEncoder final : public Encoder {
 public:
  // kInvalidConfig for options out of range.
  [[nodiscard]] static Result<std::unique_ptr<Encoder>> create(
      std::unique_ptr<Endpoint> endpoint, const EndpointEncoderOptions& options);
  [[nodiscard]] const ModelIdentity& identity() const override { return identity_; }
  [[nodiscard]] Result<Matrix> encode(std::span<const std::string_view> texts, TextKind kind,
                                      const RunOptions& run) override;

 private:
  OpenAiEncoder(std::unique_ptr<Endpoint> endpoint, const EndpointEncoderOptions& options);
  std::unique_ptr<Endpoint> endpoint_;
  std::size_t batch_;
  ModelIdentity identity_;
};

}  // namespace ragsieve
