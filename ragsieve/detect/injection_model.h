// The trained weights of the injection classifier, a logistic regression that
// scripts/train_injection.py wrote. The text:
//   ragsieve injection classifier 1
//   NAME MILLIONTHS                  "bias", "alarm", "grams" (the unit of the n-gram weights) and
//                                    the named features: "concept.ai", "rule.ignore_previous" ...
//   weights                          then kGramBuckets characters in lines of 128: '0' to 'o', 'P'
//                                    is none
// Immutable once read; any thread may score.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/detect/gram_tokens.h"

namespace ragsieve {

class InjectionModel {
 public:
  // kInvalidConfig says what is wrong with the text.
  [[nodiscard]] static Result<InjectionModel> parse(std::string_view text);

  // Weight of a named feature in millionths; 0 where it has none.
  [[nodiscard]] std::int64_t weight(const std::string& name) const;
  [[nodiscard]] int gram_weight(std::uint32_t bucket) const { return grams_[bucket]; }

  // Log odds from which a sentence counts as spoken to the model.
  [[nodiscard]] double alarm() const { return alarm_; }

  // Log odds: (bias + `named`) / 10^6 + unit * sum of the buckets' weights / sqrt(their number).
  [[nodiscard]] double score(std::int64_t named, const std::vector<std::uint32_t>& buckets) const;

 private:
  std::map<std::string, std::int64_t, std::less<>> named_;
  std::vector<std::int8_t> grams_;
  double alarm_ = 0;
  double unit_ = 0;
};

}  // namespace ragsieve
