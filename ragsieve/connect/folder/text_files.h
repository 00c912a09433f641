// What a folder of documents holds: its .txt and .md files, at any depth, in an order that does not
// depend on the file system. Symbolic links are not followed, so nothing outside the folder is
// read; names that begin with "." are passed over, whole folders included.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"

namespace ragsieve {

struct TextFiles {
  std::vector<std::string> names;             // relative, with "/", sorted by bytes
  std::map<std::string, std::size_t> others;  // files passed over, by extension ("" of none)
  std::size_t n_links = 0;                    // symbolic links passed over
};

// kNotFound, kIo; kTooLarge past `max_files`; kCancelled. Reads no file.
[[nodiscard]] Result<TextFiles> list_text_files(const std::string& folder, std::size_t max_files,
                                                const CancelToken& cancel);

// Whether the name ends in .md, in either case.
[[nodiscard]] bool is_markdown(const std::string& name);

}  // namespace ragsieve
