#include <algorithm>
#include <filesystem>
#include <functional>
#include <vector>

#include "ragsieve/base/file.h"
#include "ragsieve/base/limits.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/index/corpus_digest.h"
#include "ragsieve/index/fluency_store.h"
#include "ragsieve/index/index_files.h"
#include "ragsieve/index/index_store.h"
#include "ragsieve/index/vector_segment.h"
#include "ragsieve/index/wide_row.h"

namespace ragsieve {
namespace {

// Takes the bytes of a segment piece by piece.
using Sink = std::function<Status(std::string_view)>;
// Gives them, always the same, to whoever asks.
using Source = std::function<Status(const Sink&)>;

Status check_content(const IndexContent& content) {
  const MatrixView& vectors = content.vectors;
  if (vectors.dim < 1 || vectors.dim > limits::kDimension) {
    return make_error(Code::kInvalidArgument, "width of the vectors is " +
                                                  std::to_string(vectors.dim) + ", expected 1 to " +
                                                  std::to_string(limits::kDimension));
  }
  if (vectors.n_rows > limits::kCorpusRecords) {
    return make_error(Code::kTooLarge, std::to_string(vectors.n_rows) +
                                           " rows, an index has at most " +
                                           std::to_string(limits::kCorpusRecords));
  }
  if (content.ids.size() == vectors.n_rows && content.text_digests.size() == vectors.n_rows) {
    return ok_status();
  }
  return make_error(Code::kInvalidArgument, std::to_string(vectors.n_rows) + " vectors, " +
                                                std::to_string(content.ids.size()) + " ids and " +
                                                std::to_string(content.text_digests.size()) +
                                                " text digests, expected as many of each");
}

Status give_vectors(const MatrixView& vectors, const Sink& sink) {
  RAGSIEVE_CHECK(sink(vector_header(vectors.n_rows, vectors.dim)));
  std::vector<float> buffer(vectors.dim);
  for (std::size_t row = 0; row < vectors.n_rows; ++row) {
    const std::span<const float> values = wide_row(vectors, row, buffer);
    RAGSIEVE_CHECK(
        sink({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)}));
  }
  return ok_status();
}

Status give_documents(const IndexContent& content, const Sink& sink) {
  for (std::size_t row = 0; row < content.ids.size(); ++row) {
    RAGSIEVE_CHECK(sink(document_line(content.ids[row], content.text_digests[row])));
  }
  return ok_status();
}

Status unless_cancelled(const RunOptions& run) {
  if (run.cancel.requested()) return make_error(Code::kCancelled, "stopped as asked");
  return ok_status();
}

// Hashes the bytes first, because the name of the file depends on them, then writes them.
Result<IndexSegment> write_segment(const std::string& folder, std::string_view kind,
                                   std::string_view suffix, const Source& source,
                                   const RunOptions& run) {
  IndexSegment segment;
  segment.kind = kind;
  Sha256 hash;
  RAGSIEVE_CHECK(source([&](std::string_view bytes) -> Status {
    hash.add(bytes);
    segment.bytes += bytes.size();
    return unless_cancelled(run);
  }));
  segment.sha256 = hash.finish();
  segment.file = segment_file(kind, segment.sha256, suffix);
  RAGSIEVE_TRY(FileWriter writer, FileWriter::create(path_in(folder, segment.file)));
  RAGSIEVE_CHECK(source([&](std::string_view bytes) -> Status {
    RAGSIEVE_CHECK(unless_cancelled(run));
    return writer.append(bytes);
  }));
  RAGSIEVE_CHECK(writer.commit());
  return segment;
}

// The segments of the index that is there now; none where it cannot be read.
std::vector<IndexSegment> current_segments(const std::string& folder) {
  const Result<std::string> bytes = read_file(manifest_path(folder), limits::kConfigBytes);
  if (!bytes.ok()) return {};
  const Result<IndexManifest> manifest = parse_index_manifest(*bytes, manifest_path(folder));
  return manifest.ok() ? manifest->segments : std::vector<IndexSegment>{};
}

// Removes only what carries the name of a segment, whatever the old manifest says. A file that
// cannot be removed costs space, nothing else.
void remove_unlisted(const std::string& folder, const std::vector<IndexSegment>& old_segments,
                     const IndexManifest& manifest) {
  for (const IndexSegment& segment : old_segments) {
    const bool listed =
        std::any_of(manifest.segments.begin(), manifest.segments.end(),
                    [&](const IndexSegment& current) { return current.file == segment.file; });
    const bool ours = segment.file.starts_with(segment_file(segment.kind, segment.sha256, ""));
    std::error_code ignored;
    if (ours && !listed) std::filesystem::remove(path_in(folder, segment.file), ignored);
  }
}

}  // namespace

Status write_index(const std::string& folder, const IndexContent& content, const RunOptions& run) {
  RAGSIEVE_CHECK(check_content(content));
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) return system_error(failure.value(), "make the folder", folder);
  const std::vector<IndexSegment> old_segments = current_segments(folder);
  IndexManifest manifest;
  manifest.encoder = content.encoder;
  manifest.dim = content.vectors.dim;
  manifest.n_rows = content.vectors.n_rows;
  manifest.source = content.source;
  manifest.corpus_digest = corpus_digest(content.ids, content.text_digests);
  const Source vectors = [&](const Sink& sink) { return give_vectors(content.vectors, sink); };
  const Source documents = [&](const Sink& sink) { return give_documents(content, sink); };
  RAGSIEVE_TRY(IndexSegment vector_segment,
               write_segment(folder, kVectorsKind, ".npy", vectors, run));
  manifest.segments.push_back(std::move(vector_segment));
  RAGSIEVE_TRY(IndexSegment document_segment,
               write_segment(folder, kDocumentsKind, ".jsonl", documents, run));
  manifest.segments.push_back(std::move(document_segment));
  if (content.language != nullptr) {
    const std::string counts = stored_ngram_counts(*content.language);
    const Source language = [&](const Sink& sink) { return sink(counts); };
    RAGSIEVE_TRY(IndexSegment segment, write_segment(folder, kFluencyKind, ".bin", language, run));
    manifest.segments.push_back(std::move(segment));
  }
  RAGSIEVE_CHECK(write_file(manifest_path(folder), to_json(manifest)));
  remove_unlisted(folder, old_segments, manifest);
  return ok_status();
}

}  // namespace ragsieve
