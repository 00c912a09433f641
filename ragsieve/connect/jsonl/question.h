// The one rule for the text of a query, wherever it is read from.
#pragma once

#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/core/document.h"

namespace ragsieve {

// kInvalidInput when nothing is left of `text` once white space is stripped.
[[nodiscard]] inline Status check_question(std::string_view text) {
  Document stripped;
  set_fields(stripped, "", text);
  if (!stripped.indexed_text.empty()) return ok_status();
  return make_error(Code::kInvalidInput, "is empty or white space only, expected a question");
}

}  // namespace ragsieve
