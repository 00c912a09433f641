// The trusted corpora by name: what callers mean when they say "corpus". A corpus lies below one
// folder of the operator's; no name or path of a caller leads out of it. Thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/clock.h"
#include "ragsieve/base/result.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

class Corpora {
 public:
  // `folder` [server] corpora_dir; empty: no corpus can be had.
  Corpora(StateStore& state, const Clock& clock, std::string folder)
      : state_(state), clock_(clock), folder_(std::move(folder)) {}

  // Registers the file or folder `path`, relative to the folder of all corpora, or moves the corpus
  // of that name there; noted in the log. Its state is then "registered". kInvalidArgument with the
  // member for a name that is not of [a-z0-9_-] (1 to 64) or a path that leads out of the folder;
  // kNotFound where nothing is there.
  [[nodiscard]] Result<StoredCorpus> put(const std::string& name, const std::string& path,
                                         const std::string& who);

  // kNotFound.
  [[nodiscard]] Result<StoredCorpus> find(const std::string& name);
  [[nodiscard]] Result<std::vector<StoredCorpus>> list();

  // kNotFound; kInvalidInput where a monitor watches it.
  [[nodiscard]] Status remove(const std::string& name, const std::string& who);

  // The file or folder of the corpus now, all links followed. Errors of find() and of the path.
  [[nodiscard]] Result<std::string> path_of(const std::string& name);

  // "indexing", "ready" (with the manifest), "failed".
  [[nodiscard]] Status note(const std::string& name, const std::string& state,
                            const std::optional<Digest>& manifest);

 private:
  [[nodiscard]] Result<std::string> resolve(const std::string& path) const;
  StateStore& state_;
  const Clock& clock_;
  const std::string folder_;
};

}  // namespace ragsieve
