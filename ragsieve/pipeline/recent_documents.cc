#include "ragsieve/pipeline/recent_documents.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "ragsieve/base/file.h"

namespace ragsieve {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".recent";
constexpr std::size_t kFileBytes = 16U << 20U;
constexpr std::int64_t kDay = 86'400;

void remove_quietly(const fs::path& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
}

// Newest first; equals by their text.
void keep_newest(std::vector<RecentDocument>& documents, std::size_t most) {
  std::sort(documents.begin(), documents.end(), [](const auto& a, const auto& b) {
    return std::tuple(-a.admitted_s, a.text) < std::tuple(-b.admitted_s, b.text);
  });
  if (documents.size() > most) documents.resize(most);
}

}  // namespace

Result<std::unique_ptr<RecentDocuments>> RecentDocuments::open(const RecentOptions& options,
                                                               const Digest& key,
                                                               const std::vector<Digest>& known,
                                                               std::int64_t now_s,
                                                               const RunOptions& run) {
  std::unique_ptr<RecentDocuments> recent(new RecentDocuments());
  if (options.folder.empty() || options.days == 0) return recent;
  recent->folder_ = options.folder + "/recent/" + to_hex(key);
  const std::int64_t oldest = now_s - static_cast<std::int64_t>(options.days) * kDay;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(recent->folder_, none)) {
    const std::string path = entry.path().string();
    if (!path.ends_with(kSuffix)) continue;
    if (run.cancel.requested()) return make_error(Code::kCancelled, "cancelled");
    const Result<std::string> bytes = read_file(path, kFileBytes);
    Result<RecentDocument> document =
        bytes.ok() ? parse_recent(*bytes, path) : Result<RecentDocument>(bytes.error());
    if (!document.ok()) {
      run.say(LogLevel::kWarning, to_string(document.error()));
      continue;
    }
    const bool is_known = std::binary_search(known.begin(), known.end(), document->text);
    if (is_known || document->admitted_s < oldest) {
      remove_quietly(entry.path());
      continue;
    }
    recent->documents_.push_back(std::move(*document));
  }
  keep_newest(recent->documents_, options.most);
  return recent;
}

Status RecentDocuments::add(const RecentDocument& document) const {
  if (folder_.empty()) return ok_status();
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return system_error(error.value(), "cannot make the folder", folder_);
  // Vectors and words tell about the texts: the folder is for its owner. It works without, too.
  fs::permissions(folder_, fs::perms::owner_all, error);
  return write_file(folder_ + "/" + to_hex(document.text) + std::string(kSuffix),
                    recent_bytes(document));
}

}  // namespace ragsieve
