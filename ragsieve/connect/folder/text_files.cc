#include "ragsieve/connect/folder/text_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "ragsieve/connect/id.h"

namespace ragsieve {
namespace {

namespace fs = std::filesystem;

std::string lower_extension(const fs::path& path) {
  std::string extension = path.extension().string();
  std::ranges::transform(extension, extension.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return extension;
}

// Counts one entry of the folder, or keeps its name.
void sort_in(const fs::directory_entry& entry, const fs::path& folder, TextFiles& files) {
  std::error_code error;
  const fs::file_status status = entry.symlink_status(error);
  if (fs::is_symlink(status)) ++files.n_links;
  if (error || !fs::is_regular_file(status)) return;
  const std::string extension = lower_extension(entry.path());
  if (extension == ".txt" || extension == ".md") {
    files.names.push_back(entry.path().lexically_relative(folder).generic_string());
  } else {
    ++files.others[extension];
  }
}

bool is_hidden(const fs::path& path) { return path.filename().native().starts_with('.'); }

}  // namespace

Result<TextFiles> list_text_files(const std::string& folder, std::size_t max_files,
                                  const CancelToken& cancel) {
  TextFiles files;
  std::error_code error;
  fs::path last = folder;  // where an error lies: the folder that is opened next
  fs::recursive_directory_iterator entry(folder, error);
  for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
    if (cancel.requested()) {
      return make_error(Code::kCancelled, "stopped as asked", Where{folder, 0, ""});
    }
    last = entry->path();
    if (is_hidden(last)) {
      entry.disable_recursion_pending();
    } else {
      sort_in(*entry, folder, files);
    }
    if (files.names.size() <= max_files) continue;
    return make_error(Code::kTooLarge,
                      "holds more than " + std::to_string(max_files) +
                          " text files, the limit of a corpus; split it",
                      Where{folder, 0, ""});
  }
  if (error) return system_error(error.value(), "list the folder", printable(last.native()));
  std::ranges::sort(files.names);
  return files;
}

bool is_markdown(const std::string& name) { return lower_extension(name) == ".md"; }

}  // namespace ragsieve
