// The reader without weights of its own: the answer is the sentence of the passages whose vector
// is nearest to the question's. It says only what a passage says, word for word.
#pragma once

#include <span>
#include <string_view>

#include "ragsieve/models/answerer.h"
#include "ragsieve/models/encoder.h"

namespace ragsieve {

class ExtractiveReader final : public Answerer {
 public:
  // `encoder` must outlive the reader; one behind a cache costs a look-up a sentence.
  explicit ExtractiveReader(Encoder* encoder);
  [[nodiscard]] const AnswererIdentity& identity() const override { return identity_; }

  // Score is the cosine in [-1, 1]; of equally near sentences the first of the earliest passage.
  // Passages without a sentence give the empty answer. Errors are the encoder's.
  [[nodiscard]] Result<Answer> answer(std::string_view question,
                                      std::span<const std::string_view> passages,
                                      const RunOptions& run) override;

 private:
  Encoder* encoder_;
  AnswererIdentity identity_;
};

// Dot product in f64 over 16 lanes that are summed upwards and folded in halves: the same on every
// machine and for any compiler. Rows of equal length.
[[nodiscard]] double dot_in_lanes(std::span<const float> a, std::span<const float> b);

}  // namespace ragsieve
