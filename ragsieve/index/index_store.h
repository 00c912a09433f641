// An index on disk: a folder with manifest.json and the segments that it names. Segments appear
// first, under names that carry their digests; then the manifest is replaced in one step. So a
// reader sees the old index or the new one, never half of one, and a write that is broken off
// leaves the old one in place.
#pragma once

#include <span>
#include <string>

#include "ragsieve/base/file.h"
#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/index/document_table.h"
#include "ragsieve/index/index_manifest.h"
#include "ragsieve/text/ngram.h"

namespace ragsieve {

// What is written: row i of the vectors is the document ids[i]. Views; owns nothing.
struct IndexContent {
  IndexEncoder encoder;
  std::string source;  // path of the corpus, where the texts stay
  MatrixView vectors;  // float16 is widened
  std::span<const std::string> ids;
  std::span<const Digest> text_digests;   // sha256 of the text that was encoded
  const NgramCounts* language = nullptr;  // of those texts; null: the index has none
};

// Writes the index into `folder`, which is made where it is missing, and removes the segments that
// only the index before it had. One writer at a time. On error the folder still holds the index
// that it held before. kInvalidArgument (counts differ), kTooLarge, kIo, kNoSpace, kCancelled.
[[nodiscard]] Status write_index(const std::string& folder, const IndexContent& content,
                                 const RunOptions& run);

enum class IndexCheck {
  kSizes,    // every size, count and header
  kDigests,  // also every digest: reads all bytes
};

// Maps a segment of the size that the manifest states; of the stated digest too where asked. Errors
// as open_index().
[[nodiscard]] Result<MappedFile> open_segment(const std::string& folder,
                                              const IndexManifest& manifest, std::string_view kind,
                                              IndexCheck check);

// An index that was opened: moves, never copies. The vectors are mapped, not read. Any number of
// threads may read.
class IndexStore {
 public:
  IndexStore(IndexManifest manifest, DocumentTable documents, MappedFile vector_file,
             MatrixView vectors)
      : manifest_(std::move(manifest)),
        documents_(std::move(documents)),
        vector_file_(std::move(vector_file)),
        vectors_(vectors) {}

  [[nodiscard]] const IndexManifest& manifest() const { return manifest_; }
  [[nodiscard]] std::span<const std::string> ids() const { return documents_.ids; }
  [[nodiscard]] std::span<const Digest> text_digests() const { return documents_.text_digests; }
  // Without norms; valid as long as this object.
  [[nodiscard]] const MatrixView& vectors() const { return vectors_; }

 private:
  IndexManifest manifest_;
  DocumentTable documents_;
  MappedFile vector_file_;
  MatrixView vectors_;
};

// kNotFound where there is no index, kUnavailable for another version's, kCorrupt with the file,
// what was found and what was expected, kIo.
[[nodiscard]] Result<IndexStore> open_index(const std::string& folder,
                                            IndexCheck check = IndexCheck::kSizes);

}  // namespace ragsieve
