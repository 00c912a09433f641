// Cache keys: everything that can change the bytes of a value, hashed field by field.
#pragma once

#include <string_view>

#include "ragsieve/base/digest.h"
#include "ragsieve/models/model_identity.h"

namespace ragsieve {

// Key of a value of one text. `kind` names the value and its layout ("embedding.1", "nll.1");
// `prefix` is what the model put in front of the text.
[[nodiscard]] Digest text_key(std::string_view kind, const ModelIdentity& identity,
                              std::string_view prefix, std::string_view text);

// Key of a value of a (document, query) pair; `options` spells every setting of the value.
[[nodiscard]] Digest pair_key(std::string_view kind, const ModelIdentity& identity,
                              std::string_view options, std::string_view document,
                              std::string_view query);

}  // namespace ragsieve
