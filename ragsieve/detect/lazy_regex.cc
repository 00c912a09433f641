#include "ragsieve/detect/lazy_regex.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <cstdint>
#include <utility>

namespace ragsieve {
namespace {

constexpr std::int64_t kMostMemory = std::int64_t{32} << 20;

RE2::Options re2_options() {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMostMemory);
  return options;
}

}  // namespace

LazyRegex::LazyRegex() = default;
LazyRegex::~LazyRegex() = default;

Result<std::unique_ptr<LazyRegex>> LazyRegex::make(std::string expression) {
  RE2::Set syntax(re2_options(), RE2::UNANCHORED);  // parses, and is never compiled
  std::string reason;
  if (syntax.Add(expression, &reason) < 0) {
    return make_error(Code::kInvalidConfig, "RE2 refuses the pattern: " + reason);
  }
  std::unique_ptr<LazyRegex> made(new LazyRegex);
  made->expression_ = std::move(expression);
  return made;
}

const re2::RE2* LazyRegex::regex() const {
  std::call_once(once_, [this] {
    auto compiled = std::make_unique<RE2>(expression_, re2_options());
    if (compiled->ok()) regex_ = std::move(compiled);
  });
  return regex_.get();
}

bool LazyRegex::matches(std::string_view text, bool if_too_large) const {
  const RE2* compiled = regex();
  if (compiled == nullptr) return if_too_large;
  return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *compiled);
}

}  // namespace ragsieve
