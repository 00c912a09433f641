#include "ragsieve/service/gates.h"

#include <algorithm>
#include <utility>

namespace ragsieve {
namespace {

std::optional<Digest> digest_of(const std::optional<ProbesInUse>& probes) {
  return probes ? std::optional(probes->digest) : std::nullopt;
}

Error not_ready(const StoredCorpus& corpus) {
  const bool failed = corpus.state == "failed";
  return make_error(Code::kUnavailable,
                    "the corpus '" + corpus.name + "' is not ready (" + corpus.state + ")" +
                        (failed ? ": its job says why; put it again" : ", come back later"),
                    Where{"", 0, "corpus"});
}

}  // namespace

std::shared_ptr<const Gate> Gates::find_open(const std::string& corpus, const std::string& path,
                                             const std::optional<Digest>& probes) {
  const std::lock_guard lock(mutex_);
  const auto found = opened_.find(corpus);
  if (found == opened_.end() || found->second.path != path || found->second.probes != probes) {
    return nullptr;
  }
  found->second.used = ++uses_;
  return found->second.gate;
}

std::shared_ptr<const Gate> Gates::kept(const std::string& corpus) {
  const std::lock_guard lock(mutex_);
  const auto found = opened_.find(corpus);
  return found == opened_.end() ? nullptr : found->second.gate;
}

void Gates::keep(const std::string& corpus, Opened opened) {
  const std::lock_guard lock(mutex_);
  opened.used = ++uses_;
  opened_[corpus] = std::move(opened);
  while (opened_.size() > most_) {
    opened_.erase(
        std::ranges::min_element(opened_, {}, [](const auto& entry) { return entry.second.used; }));
  }
}

Result<std::shared_ptr<const Gate>> Gates::open_gate(const std::string& corpus,
                                                     const std::string& path,
                                                     std::optional<ProbesInUse> probes,
                                                     const RunOptions& run) {
  GateOptions options = options_;
  options.corpus = path;
  const std::optional<Digest> digest = digest_of(probes);
  if (probes) options.probes = std::move(probes->probes);
  RAGSIEVE_TRY(std::unique_ptr<Gate> gate, Gate::open(std::move(options), models_, run));
  std::shared_ptr<const Gate> opened = std::move(gate);
  keep(corpus, {opened, path, digest});
  return opened;
}

Result<std::shared_ptr<const Gate>> Gates::of(const std::string& corpus, const RunOptions& run) {
  RAGSIEVE_TRY(const StoredCorpus stored, corpora_.find(corpus));
  if (stored.state != "ready") return not_ready(stored);
  RAGSIEVE_TRY(const std::string path, corpora_.path_of(corpus));
  RAGSIEVE_TRY(std::optional<ProbesInUse> probes, find_probes_(corpus));
  const std::optional<Digest> digest = digest_of(probes);
  if (auto gate = find_open(corpus, path, digest)) return gate;
  const std::lock_guard lock(opening_);
  if (auto gate = find_open(corpus, path, digest)) return gate;  // opened meanwhile
  return open_gate(corpus, path, std::move(probes), run);
}

Result<std::shared_ptr<const Gate>> Gates::wait_for(const std::string& corpus,
                                                    const RunOptions& run) {
  RAGSIEVE_TRY(const StoredCorpus stored, corpora_.find(corpus));
  if (stored.state == "registered" || stored.state == "indexing") {
    RAGSIEVE_CHECK(open(corpus, run));
  }
  return of(corpus, run);
}

Status Gates::renew(const std::string& corpus, const RunOptions& run) {
  RAGSIEVE_TRY(const std::string path, corpora_.path_of(corpus));
  RAGSIEVE_TRY(std::optional<ProbesInUse> probes, find_probes_(corpus));
  const std::lock_guard lock(opening_);
  RAGSIEVE_TRY(const std::shared_ptr<const Gate> gate,
               open_gate(corpus, path, std::move(probes), run));
  return corpora_.note(corpus, "ready", digest_from_hex(gate->digests().corpus));
}

Status Gates::open(const std::string& corpus, const RunOptions& run) {
  RAGSIEVE_TRY(const std::string path, corpora_.path_of(corpus));
  RAGSIEVE_TRY(std::optional<ProbesInUse> probes, find_probes_(corpus));
  const std::lock_guard lock(opening_);
  RAGSIEVE_CHECK(corpora_.note(corpus, "indexing", std::nullopt));
  const auto gate = open_gate(corpus, path, std::move(probes), run);
  if (!gate.ok()) {
    const bool stopped = gate.error().code == Code::kCancelled;
    RAGSIEVE_CHECK(corpora_.note(corpus, stopped ? "registered" : "failed", std::nullopt));
    return gate.error();
  }
  return corpora_.note(corpus, "ready", digest_from_hex((*gate)->digests().corpus));
}

}  // namespace ragsieve
