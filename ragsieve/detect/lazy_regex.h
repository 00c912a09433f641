// An RE2 that is compiled when it is first asked: a rule set has hundreds of them and a document
// needs a few. Its syntax is checked when it is made. Inside `detect` only; any thread may match.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "ragsieve/base/result.h"

namespace re2 {
class RE2;
}

namespace ragsieve {

class LazyRegex {
 public:
  // kInvalidConfig with RE2's reason.
  [[nodiscard]] static Result<std::unique_ptr<LazyRegex>> make(std::string expression);
  ~LazyRegex();

  [[nodiscard]] const std::string& expression() const { return expression_; }

  // Null where the program would need more than 32 MiB.
  [[nodiscard]] const re2::RE2* regex() const;

  // `if_too_large` where there is no regex.
  [[nodiscard]] bool matches(std::string_view text, bool if_too_large) const;

 private:
  LazyRegex();
  std::string expression_;
  mutable std::once_flag once_;
  mutable std::unique_ptr<re2::RE2> regex_;
};

}  // namespace ragsieve
