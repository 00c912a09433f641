#include "ragsieve/pipeline/probes.h"

#include <utility>

#include "ragsieve/connect/corpus_source.h"
#include "ragsieve/connect/probes/probe_file.h"
#include "ragsieve/index/corpus_digest.h"
#include "ragsieve/index/index_store.h"
#include "ragsieve/pipeline/indexed_corpus.h"
#include "ragsieve/pipeline/summaries.h"

namespace ragsieve {
namespace {

void count_errors(ProbesReport& report) {
  report.summary.counts.emplace_back("errors", report.errors.size());
  for (const Error& error : report.errors) report.summary.unscored.push_back(place_of(error));
}

}  // namespace

Result<Corpus> read_corpus_texts(const std::string& path, const RunOptions& run) {
  if (!is_index(path)) return read_corpus(path, CorpusOptions{}, run);
  RAGSIEVE_TRY(const IndexStore store, open_index(path));
  return read_corpus(store.manifest().source, CorpusOptions{}, run);
}

Result<ProbesReport> probes_from_corpus(const std::string& corpus,
                                        const ProbeSynthesisOptions& options,
                                        const RunOptions& run) {
  RAGSIEVE_CHECK(options.validate());
  RAGSIEVE_TRY(Corpus loaded, read_corpus_texts(corpus, run));
  ProbesReport report;
  RAGSIEVE_TRY(report.probes, synthesise(loaded.documents, options, run));
  if (report.probes.size() == options.max_probes) {
    run.say(LogLevel::kInfo, "stopped at " + std::to_string(options.max_probes) +
                                 " probes; `ragsieve probes coverage` shows what they miss");
  }
  report.summary = start_summary("probes synth", "default");
  report.summary.seed = options.seed;
  report.summary.counts = {{"documents", loaded.documents.size()},
                           {"probes", report.probes.size()}};
  report.summary.digests = {{"corpus", to_hex(corpus_digest(loaded))}};
  report.errors = std::move(loaded.bad);
  count_errors(report);
  return report;
}

Result<ProbesReport> list_probes(const std::string& path, const RunOptions& run) {
  RAGSIEVE_TRY(ProbeSet set, read_probes(path, run));
  ProbesReport report;
  report.probes = std::move(set.probes);
  report.errors = std::move(set.bad);
  report.summary = start_summary("probes list", "default");
  report.summary.counts = {{"probes", report.probes.size()}};
  count_errors(report);
  return report;
}

}  // namespace ragsieve
