#include "ragsieve/detect/injection_model.h"

#include <charconv>
#include <cmath>
#include <utility>

namespace ragsieve {
namespace {

constexpr std::string_view kTitle = "ragsieve injection classifier 1";
constexpr std::size_t kMostNamed = 1000;
constexpr char kFirst = '0';
constexpr char kNone = 'P';
constexpr char kLast = 'o';
constexpr double kMillion = 1e6;

Error wrong(const std::string& message) {
  return make_error(Code::kInvalidConfig,
                    "injection classifier: " + message +
                        "; write the file again with scripts/train_injection.py");
}

// The line at `at`, which moves behind it.
std::string_view next_line(std::string_view text, std::size_t& at) {
  const std::size_t end = std::min(text.find('\n', at), text.size());
  const std::string_view line = text.substr(at, end - at);
  at = std::min(end + 1, text.size());
  return line;
}

using Named = std::map<std::string, std::int64_t, std::less<>>;

Status read_named(std::string_view line, Named& named) {
  const std::size_t space = line.rfind(' ');
  std::int64_t value = 0;
  const std::string_view digits = space == std::string_view::npos ? "" : line.substr(space + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  constexpr std::int64_t kMost = 1'000'000'000;
  const bool is_number = error == std::errc() && end == digits.data() + digits.size();
  if (!is_number || value > kMost || value < -kMost) {
    return wrong("found \"" + std::string(line.substr(0, 64)) + "\", expected NAME MILLIONTHS");
  }
  if (named.size() == kMostNamed) return wrong("more than 1,000 named weights");
  named[std::string(line.substr(0, space))] = value;
  return ok_status();
}

Result<std::vector<std::int8_t>> read_grams(std::string_view text) {
  std::vector<std::int8_t> grams;
  grams.reserve(kGramBuckets);
  for (const char c : text) {
    if (c == '\n') continue;
    if (c < kFirst || c > kLast) return wrong("a weight is no character from '0' to 'o'");
    if (grams.size() == kGramBuckets) return wrong("more than 65,536 n-gram weights");
    grams.push_back(static_cast<std::int8_t>(c - kNone));
  }
  if (grams.size() == kGramBuckets) return grams;
  return wrong("found " + std::to_string(grams.size()) + " n-gram weights, expected 65536");
}

}  // namespace

Result<InjectionModel> InjectionModel::parse(std::string_view text) {
  std::size_t at = 0;
  if (next_line(text, at) != kTitle) {
    return wrong("expected \"" + std::string(kTitle) + "\" in its first line");
  }
  InjectionModel model;
  for (std::string_view line = next_line(text, at); line != "weights"; line = next_line(text, at)) {
    if (at >= text.size()) return wrong("the line \"weights\" is missing");
    RAGSIEVE_CHECK(read_named(line, model.named_));
  }
  RAGSIEVE_TRY(model.grams_, read_grams(text.substr(at)));
  model.alarm_ = static_cast<double>(model.weight("alarm")) / kMillion;
  model.unit_ = static_cast<double>(model.weight("grams")) / kMillion;
  return model;
}

std::int64_t InjectionModel::weight(const std::string& name) const {
  const auto found = named_.find(name);
  return found == named_.end() ? 0 : found->second;
}

double InjectionModel::score(std::int64_t named, const std::vector<std::uint32_t>& buckets) const {
  double log_odds = static_cast<double>(weight("bias") + named) / kMillion;
  if (buckets.empty()) return log_odds;
  std::int64_t sum = 0;
  for (const std::uint32_t bucket : buckets) sum += grams_[bucket];
  log_odds += unit_ * static_cast<double>(sum) / std::sqrt(static_cast<double>(buckets.size()));
  return log_odds;
}

}  // namespace ragsieve
