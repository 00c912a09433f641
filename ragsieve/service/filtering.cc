#include "ragsieve/service/filtering.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/pipeline/indexed_corpus.h"

namespace ragsieve {
namespace {

constexpr std::chrono::milliseconds kLookAgain{50};  // whether who waits was cancelled

// What tells one state of a corpus from another: the manifest of an index, size and time of a file.
// Of a folder it is the path alone: what changed in it is not known by its text any more.
Result<std::string> state_of(const std::string& path) {
  if (is_index(path)) {
    RAGSIEVE_TRY(const Digest manifest, sha256_file(path + "/manifest.json"));
    return path + "\n" + to_hex(manifest);
  }
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return path;
  const std::uintmax_t size = std::filesystem::file_size(path, failed);
  if (failed) return system_error(failed.value(), "read the size", path);
  const auto time = std::filesystem::last_write_time(path, failed);
  if (failed) return system_error(failed.value(), "read the time", path);
  return path + "\n" + std::to_string(size) + " " + std::to_string(time.time_since_epoch().count());
}

// The fault is the corpus's and not the request's; who asks knows it by its name alone.
Error not_opened(const Error& error, const std::optional<std::string>& corpus) {
  if (error.code == Code::kCancelled || error.code == Code::kNoSpace) return error;
  const std::string what = corpus ? "the corpus '" + *corpus + "'" : std::string("the filter");
  const std::string field = error.where.field.empty() ? "" : error.where.field + ": ";
  return make_error(Code::kUnavailable, what + " cannot be opened: " + field + error.message);
}

}  // namespace

Result<FilterReport> Filtering::filter(FilterRequest request, const CancelToken& cancel) {
  RunOptions run;
  run.threads = options_.threads;
  run.memory_bytes = options_.memory_bytes;
  run.cancel = cancel;
  RAGSIEVE_TRY(const std::shared_ptr<const OpenedFilter> filter, opened(request.corpus, run));
  return filter->filter({std::move(request.contexts), "", {}}, run);
}

std::shared_ptr<const OpenedFilter> Filtering::find(const std::optional<std::string>& corpus,
                                                    const std::string& state) {
  for (auto kept = kept_.begin(); kept != kept_.end(); ++kept) {
    if (kept->corpus != corpus) continue;
    if (kept->state != state) {
      kept_.erase(kept);
      return nullptr;
    }
    kept_.splice(kept_.begin(), kept_, kept);
    return kept_.front().filter;
  }
  return nullptr;
}

Result<std::shared_ptr<const OpenedFilter>> Filtering::opened(
    const std::optional<std::string>& corpus, const RunOptions& run) {
  OpenedFilterOptions options;
  std::string state;
  if (corpus) {
    RAGSIEVE_TRY(options.corpus, path_(*corpus));
    Result<std::string> found = state_of(*options.corpus);
    if (!found.ok()) return not_opened(found.error(), corpus);
    state = std::move(found).value();
  }
  std::unique_lock lock(mutex_);
  for (;;) {
    if (auto filter = find(corpus, state)) return filter;
    if (run.cancel.requested()) return make_error(Code::kCancelled, "stopped as asked");
    if (!opening_) break;
    changed_.wait_for(lock, kLookAgain);
  }
  opening_ = true;
  while (!kept_.empty() && kept_.size() >= options_.kept) kept_.pop_back();
  lock.unlock();
  options.calibration = options_.calibration;
  auto opened = OpenedFilter::open(options, models_, run);
  lock.lock();
  opening_ = false;
  changed_.notify_all();
  if (!opened.ok()) return not_opened(opened.error(), corpus);
  kept_.push_front({corpus, state, std::move(opened).value()});
  return kept_.front().filter;
}

}  // namespace ragsieve
