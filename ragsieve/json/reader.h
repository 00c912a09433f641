// Reads JSON of hostile origin with simdjson: UTF-8 checked, depth at most limits::kJsonDepth.
// A Reader owns its buffers: reuse one over many lines. One thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/json/value.h"

namespace ragsieve::json {

class Reader {
 public:
  Reader();
  ~Reader();
  Reader(Reader&&) noexcept;

  // The whole value. kInvalidInput with what is wrong ("not JSON: ..."); where.field is empty.
  [[nodiscard]] Result<Value> parse(std::string_view text);

  // Of a JSON object: the string members called `names`, in that order; nothing where a member is
  // absent. kInvalidInput when the text is not an object, or a named member is not a string
  // (where.field names it) or occurs twice. Faster than parse(): other members are only validated.
  [[nodiscard]] Result<std::vector<std::optional<std::string>>> string_members(
      std::string_view text, std::span<const std::string_view> names);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ragsieve::json
