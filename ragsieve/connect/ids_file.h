// Files of ids, one a line: FILE.ids beside embeddings, and the removed ids that `filter` takes.
#pragma once

#include <string>
#include <vector>

#include "ragsieve/base/result.h"

namespace ragsieve {

// The ids in file order, gzip or not, "-" for standard input; repeats are kept. A blank line is an
// empty string: the row of a record that has no id. kNotFound, kIo, kCorrupt; kInvalidInput and
// kTooLarge name the line of what may not be an id. An empty file is an empty list.
[[nodiscard]] Result<std::vector<std::string>> read_ids(const std::string& path);

// Writes `ids` as read_ids() reads them, all or nothing. kInvalidArgument when one may not be an
// id; kIo, kNoSpace.
[[nodiscard]] Status write_ids(const std::string& path, const std::vector<std::string>& ids);

}  // namespace ragsieve
