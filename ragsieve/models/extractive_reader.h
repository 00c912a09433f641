// The reader without weights of its own: the answer is the sentence of the passages whose vector
// is nearest to the question's, where a sentence that states a value (a number, date or name that
// the question lacks) counts as a little nearer: a heading or a restated question answers nothing.
// It says only what a passage says, word for word.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "ragsieve/models/answerer.h"
#include "ragsieve/models/encoder.h"
#include "ragsieve/text/decisive_tokens.h"

namespace ragsieve {

class ExtractiveReader final : public Answerer {
 public:
  // `encoder` must outlive the reader; one behind a cache costs a look-up a sentence.
  explicit ExtractiveReader(Encoder* encoder);
  [[nodiscard]] const AnswererIdentity& identity() const override { return identity_; }

  // Score is the cosine in [-1, 1], without the bonus; of equally near sentences the first of the
  // earliest passage.
  // Passages without a sentence give the empty answer. Errors are the encoder's.
  [[nodiscard]] Result<Answer> answer(std::string_view question,
                                      std::span<const std::string_view> passages,
                                      const RunOptions& run) override;

 private:
  Encoder* encoder_;
  AnswererIdentity identity_;
};

// What a stated value adds to the cosine. Of questions whose top five passages hold the answer, the
// reader's sentence held it with and without: samples 23 and 21 of 30, rgb_fact 39 and 34 of 100,
// msmarco 60 and 59 of 105, hotpotqa 13 and 14 of 54; .05 to .2 differ by one or two.
inline constexpr double kValueBonus = 0.1;

// Whether `sentence` holds a number, date, time or name that `question` does not (methods of
// text/decisive_tokens.h). Pure.
[[nodiscard]] bool states_new_value(const std::vector<DecisiveToken>& question,
                                    std::string_view sentence);

// Dot product in f64 over 16 lanes that are summed upwards and folded in halves: the same on every
// machine and for any compiler. Rows of equal length.
[[nodiscard]] double dot_in_lanes(std::span<const float> a, std::span<const float> b);

}  // namespace ragsieve
