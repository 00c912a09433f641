#include "ragsieve/connect/folder/folder_corpus.h"

#include <optional>
#include <string_view>
#include <utility>

#include "ragsieve/base/file.h"
#include "ragsieve/base/limits.h"
#include "ragsieve/base/utf8.h"
#include "ragsieve/connect/corpus_builder.h"
#include "ragsieve/connect/folder/text_files.h"
#include "ragsieve/connect/id.h"

namespace ragsieve {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kExtensionsShown = 8;

Result<std::string> read_text(const std::string& path) {
  RAGSIEVE_TRY(std::string text, read_file(path, limits::kDocumentBytes));
  if (const std::optional<std::size_t> offset = first_invalid_utf8(text)) {
    return make_error(Code::kInvalidInput, "is not valid UTF-8 at byte " + std::to_string(*offset) +
                                               "; convert the file to UTF-8");
  }
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  return text;
}

std::string joined(const std::string& folder, const std::string& name) {
  return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

Status add_file(const std::string& folder, const std::string& name, CorpusBuilder& builder) {
  // A name may hold anything but "/" and NUL: messages show it made printable.
  const Where where{joined(folder, printable(name, 2 * limits::kIdBytes)), 0, ""};
  Result<std::string> text = read_text(joined(folder, name));
  if (!text.ok()) {
    Error error = std::move(text).error();
    error.where = where;
    return builder.add_bad(std::move(error));
  }
  const std::string_view media_type = is_markdown(name) ? "text/markdown" : "text/plain";
  return builder.add(FoundRecord{name, "file name", "", *text, media_type}, where);
}

void tell_what_was_passed_over(const std::string& folder, const TextFiles& files,
                               const RunOptions& run) {
  std::size_t n_others = 0;
  std::size_t n_shown = 0;
  std::string kinds;
  for (const auto& [extension, count] : files.others) {
    n_others += count;
    if (++n_shown > kExtensionsShown) continue;
    kinds += kinds.empty() ? "" : ", ";
    kinds += std::to_string(count) + " " +
             (extension.empty() ? "without extension" : printable(extension, 16));
  }
  if (n_shown > kExtensionsShown) kinds += ", ...";
  if (n_others > 0) {
    run.say(LogLevel::kWarning, folder + ": passed over " + std::to_string(n_others) +
                                    " files that are not .txt or .md (" + kinds + ")");
  }
  if (files.n_links > 0) {
    run.say(LogLevel::kWarning, folder + ": passed over " + std::to_string(files.n_links) +
                                    " symbolic links, they are not followed");
  }
}

}  // namespace

Result<Corpus> read_folder_corpus(const std::string& folder, const CorpusOptions& options,
                                  const RunOptions& run) {
  RAGSIEVE_TRY(const TextFiles files, list_text_files(folder, options.max_records, run.cancel));
  tell_what_was_passed_over(folder, files, run);
  if (files.names.empty()) {
    return make_error(Code::kInvalidInput, "holds no .txt or .md files", Where{folder, 0, ""});
  }
  CorpusBuilder builder(folder, options, run);
  for (const std::string& name : files.names) RAGSIEVE_CHECK(add_file(folder, name, builder));
  return std::move(builder).finish();
}

}  // namespace ragsieve
