#include "ragsieve/pipeline/probe_coverage.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ragsieve/connect/probes/probe_file.h"
#include "ragsieve/detect/probe_synthesis.h"
#include "ragsieve/index/corpus_digest.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/pipeline/probes.h"
#include "ragsieve/pipeline/summaries.h"

namespace ragsieve {
namespace {

struct Chunks {
  std::vector<std::string_view> texts;
  std::vector<std::uint32_t> documents;  // of each
};

Result<Chunks> cut(const Corpus& corpus, const ChunkOptions& options) {
  RAGSIEVE_CHECK(options.validate());
  Chunks cut;
  for (std::size_t i = 0; i < corpus.documents.size(); ++i) {
    const std::string_view text = corpus.documents[i].indexed_text;
    for (const ByteRange range : chunks(text, options)) {
      cut.texts.push_back(text.substr(range.start, range.end - range.start));
      cut.documents.push_back(static_cast<std::uint32_t>(i));
    }
  }
  return cut;
}

// The chunks nearest to each probe.
Result<NeighbourGraph> retrieve_chunks(const ProbeSet& set, const Chunks& chunks, std::size_t depth,
                                       Encoder& encoder, const RunOptions& run) {
  std::vector<std::string_view> questions;
  for (const Probe& probe : set.probes) questions.push_back(probe.question);
  RAGSIEVE_TRY(const Matrix asked, encoder.encode(questions, TextKind::kQuery, run));
  RAGSIEVE_TRY(const Matrix stored, encoder.encode(chunks.texts, TextKind::kPassage, run));
  MatrixView asked_view = asked.view();
  MatrixView stored_view = stored.view();
  RAGSIEVE_TRY(const std::vector<double> asked_norms, inverse_norms(asked_view, run));
  RAGSIEVE_TRY(const std::vector<double> stored_norms, inverse_norms(stored_view, run));
  asked_view.inverse_norms = asked_norms;
  stored_view.inverse_norms = stored_norms;
  KnnOptions options;
  options.k = depth;
  return top_k(asked_view, stored_view, options, run);
}

void count_reached(const NeighbourGraph& found, std::span<const std::uint32_t> owners,
                   std::size_t depth, std::vector<CoverageRecord>& records) {
  for (std::size_t probe = 0; probe < found.n_rows; ++probe) {
    std::unordered_set<std::size_t> seen;
    const auto neighbours = found.of(probe).first(std::min(depth, found.k));
    for (std::size_t rank = 1; rank <= neighbours.size(); ++rank) {
      const std::size_t document = owners[neighbours[rank - 1].row];
      if (!seen.insert(document).second) continue;
      CoverageRecord& record = records[document];
      ++record.probes;
      if (record.best_rank == 0 || rank < record.best_rank) record.best_rank = rank;
    }
  }
}

std::string topic_or_folder(const Document& document) {
  std::string topic = topic_of(document);
  if (!topic.empty()) return topic;
  const std::size_t slash = document.id.rfind('/');
  return slash == std::string::npos ? "(no title)" : document.id.substr(0, slash + 1);
}

std::vector<TopicRecord> topics_of(const std::vector<CoverageRecord>& documents) {
  std::map<std::string_view, TopicRecord> topics;
  for (const CoverageRecord& document : documents) {
    TopicRecord& topic = topics[document.topic];
    topic.topic = document.topic;
    ++topic.documents;
    topic.reached += document.probes > 0 ? 1 : 0;
  }
  std::vector<TopicRecord> sorted;
  for (auto& [name, topic] : topics) sorted.push_back(std::move(topic));
  std::ranges::sort(sorted, [](const TopicRecord& a, const TopicRecord& b) {
    const std::size_t missed_a = a.documents - a.reached;
    const std::size_t missed_b = b.documents - b.reached;
    return missed_a != missed_b ? missed_a > missed_b : a.topic < b.topic;
  });
  return sorted;
}

void summarise(const ProbeSet& set, const Corpus& corpus, const CoverageOptions& options,
               CoverageReport& report) {
  const auto reached = std::ranges::count_if(
      report.documents, [](const CoverageRecord& record) { return record.probes > 0; });
  const auto dark = std::ranges::count_if(
      report.topics, [](const TopicRecord& topic) { return topic.reached == 0; });
  report.errors = set.bad;
  report.errors.insert(report.errors.end(), corpus.bad.begin(), corpus.bad.end());
  report.summary = start_summary("probes coverage", "default");
  report.summary.counts = {{"probes", set.probes.size()},
                           {"documents", report.documents.size()},
                           {"reached", static_cast<std::uint64_t>(reached)},
                           {"topics", report.topics.size()},
                           {"uncovered_topics", static_cast<std::uint64_t>(dark)},
                           {"errors", report.errors.size()}};
  report.summary.thresholds = {{"depth", static_cast<double>(options.depth)}};
  report.summary.digests = {{"corpus", to_hex(corpus_digest(corpus))}};
  for (const Error& error : report.errors) report.summary.unscored.push_back(place_of(error));
}

}  // namespace

CoverageReport coverage_of(std::span<const Document> documents,
                           std::span<const std::uint32_t> owners, const NeighbourGraph& found,
                           std::size_t depth) {
  CoverageReport report;
  for (const Document& document : documents) {
    report.documents.push_back({document.id, topic_or_folder(document), 0, 0});
  }
  count_reached(found, owners, depth, report.documents);
  report.topics = topics_of(report.documents);
  return report;
}

Result<CoverageReport> probe_coverage(const CoverageOptions& options, const ModelsInUse& models,
                                      const RunOptions& run) {
  if (models.encoder == nullptr) {
    return make_error(Code::kUnavailable, "coverage needs an encoder for probes and corpus");
  }
  if (options.depth < 1 || options.depth > 1024) {
    return make_error(Code::kInvalidArgument,
                      "depth is " + std::to_string(options.depth) + ", expected 1 to 1024");
  }
  RAGSIEVE_TRY(const ProbeSet set, read_probes(options.probes, run));
  RAGSIEVE_TRY(const Corpus corpus, read_corpus_texts(options.corpus, run));
  RAGSIEVE_TRY(const Chunks cut_corpus, cut(corpus, options.chunks));
  NeighbourGraph found;
  if (!set.probes.empty() && !cut_corpus.texts.empty()) {
    RAGSIEVE_TRY(found, retrieve_chunks(set, cut_corpus, options.depth, *models.encoder, run));
  }
  CoverageReport report = coverage_of(corpus.documents, cut_corpus.documents, found, options.depth);
  summarise(set, corpus, options, report);
  return report;
}

}  // namespace ragsieve
