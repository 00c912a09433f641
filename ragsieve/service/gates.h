// The gates of the corpora in use: opened once, kept, and opened again when corpus or probes have
// changed. Thread-safe; one gate is opened at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/probe.h"
#include "ragsieve/pipeline/gate.h"
#include "ragsieve/service/corpora.h"

namespace ragsieve {

// The probes that are asked against a corpus; `digest` says whether they are still the same.
struct ProbesInUse {
  Digest digest;
  std::vector<Probe> probes;
};
// Of the corpus of that name; nothing: they are made of the corpus.
using FindProbes = std::function<Result<std::optional<ProbesInUse>>(const std::string& corpus)>;

class Gates {
 public:
  // `options`: all but corpus and probes. `most` gates are kept, the longest unused goes first.
  Gates(Corpora& corpora, FindProbes find_probes, GateOptions options, const ModelsInUse& models,
        std::size_t most)
      : corpora_(corpora),
        find_probes_(std::move(find_probes)),
        options_(std::move(options)),
        models_(models),
        most_(most) {}

  // The gate of a corpus that is ready, opened where it is not or where its path or probes are not
  // those of before. kNotFound; kUnavailable while it is being made ready or where that failed;
  // errors of Gate::open.
  [[nodiscard]] Result<std::shared_ptr<const Gate>> of(const std::string& corpus,
                                                       const RunOptions& run);

  // As of(), for work that can wait: a corpus that is not ready yet is opened.
  [[nodiscard]] Result<std::shared_ptr<const Gate>> wait_for(const std::string& corpus,
                                                             const RunOptions& run);

  // The gate that was opened last, of whatever state of the corpus; null where none is open.
  [[nodiscard]] std::shared_ptr<const Gate> kept(const std::string& corpus);

  // Reads the corpus anew while the gate of before still answers, and takes its place: the corpus
  // is then "ready". On an error nothing is changed. Errors of Gate::open.
  [[nodiscard]] Status renew(const std::string& corpus, const RunOptions& run);

  // Reads and opens the corpus anew and notes what became of it: "indexing", then "ready" with the
  // manifest, or "failed". A run that was cancelled leaves "registered". Errors as of().
  [[nodiscard]] Status open(const std::string& corpus, const RunOptions& run);

 private:
  struct Opened {
    std::shared_ptr<const Gate> gate;
    std::string path;
    std::optional<Digest> probes;
    std::uint64_t used = 0;
  };
  [[nodiscard]] std::shared_ptr<const Gate> find_open(const std::string& corpus,
                                                      const std::string& path,
                                                      const std::optional<Digest>& probes);
  [[nodiscard]] Result<std::shared_ptr<const Gate>> open_gate(const std::string& corpus,
                                                              const std::string& path,
                                                              std::optional<ProbesInUse> probes,
                                                              const RunOptions& run);
  void keep(const std::string& corpus, Opened opened);

  Corpora& corpora_;
  const FindProbes find_probes_;
  const GateOptions options_;
  const ModelsInUse models_;
  const std::size_t most_;
  std::mutex opening_;
  std::mutex mutex_;  // of what follows
  std::map<std::string, Opened> opened_;
  std::uint64_t uses_ = 0;
};

}  // namespace ragsieve
