// Where the corpus of a name lies: what needs one takes this function, not the registry.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "ragsieve/base/result.h"

namespace ragsieve {

inline constexpr std::size_t kCorpusNameBytes = 1024;  // read of a request

// A corpus file, a folder of documents or an index. kNotFound where there is no corpus of that
// name; an error of its own where it cannot be used yet. Any thread may call.
using CorpusPath = std::function<Result<std::string>(const std::string& name)>;

}  // namespace ragsieve
