// `filter` as a service: for each corpus that is asked about, a filter that is opened at the first
// request and kept, the least recently used going first. Thread-safe.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "ragsieve/base/cancel.h"
#include "ragsieve/base/result.h"
#include "ragsieve/core/records.h"
#include "ragsieve/pipeline/filter_calibration.h"
#include "ragsieve/pipeline/models_in_use.h"
#include "ragsieve/pipeline/opened_filter.h"
#include "ragsieve/service/corpus_path.h"
#include "ragsieve/service/filter_request.h"

namespace ragsieve {

struct FilteringOptions {
  FilterCalibrationOptions calibration;
  std::size_t kept = 4;          // filters that stay open, from 1; each holds its corpus in memory
  int threads = 1;               // of one request
  std::size_t memory_bytes = 0;  // for a corpus that is opened; 0: no limit
};

class Filtering {
 public:
  // What `models` points to must outlive this object.
  Filtering(FilteringOptions options, const ModelsInUse& models, CorpusPath path)
      : options_(std::move(options)), models_(models), path_(std::move(path)) {}

  // What cannot be read or judged is among the report's errors. Without a corpus the null is the
  // one that ships. A corpus is opened once, while other requests for it wait; one is opened at a
  // time. Errors of `path`; kUnavailable, naming the corpus, where it cannot be opened; errors of
  // the models; kCancelled.
  [[nodiscard]] Result<FilterReport> filter(FilterRequest request, const CancelToken& cancel);

 private:
  struct Kept {
    std::optional<std::string> corpus;
    std::string state;  // of the corpus when it was opened
    std::shared_ptr<const OpenedFilter> filter;
  };

  [[nodiscard]] Result<std::shared_ptr<const OpenedFilter>> opened(
      const std::optional<std::string>& corpus, const RunOptions& run);
  // The one that is open, or null; drops what is of another state. With the lock held.
  [[nodiscard]] std::shared_ptr<const OpenedFilter> find(const std::optional<std::string>& corpus,
                                                         const std::string& state);

  const FilteringOptions options_;
  const ModelsInUse models_;
  const CorpusPath path_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool opening_ = false;
  std::list<Kept> kept_;  // the last used first
};

}  // namespace ragsieve
