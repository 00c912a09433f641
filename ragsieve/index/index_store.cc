#include "ragsieve/index/index_store.h"

#include <optional>
#include <utility>

#include "ragsieve/base/limits.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/index/corpus_digest.h"
#include "ragsieve/index/index_files.h"
#include "ragsieve/index/vector_segment.h"

namespace ragsieve {
namespace {

Error corrupt(const std::string& path, std::string message) {
  return make_error(Code::kCorrupt, std::move(message) + "; build the index again",
                    Where{path, 0, ""});
}

Result<std::string> read_manifest_bytes(const std::string& folder) {
  const std::string path = manifest_path(folder);
  Result<std::string> bytes = read_file(path, limits::kConfigBytes);
  if (!bytes.ok() && bytes.error().code == Code::kNotFound) {
    return make_error(Code::kNotFound, "is not there: the folder holds no index",
                      Where{path, 0, ""});
  }
  return bytes;
}

Result<IndexStore> open_listed(const std::string& folder, IndexManifest manifest,
                               IndexCheck check) {
  RAGSIEVE_TRY(const MappedFile document_file,
               open_segment(folder, manifest, kDocumentsKind, check));
  RAGSIEVE_TRY(DocumentTable documents,
               parse_document_table(document_file.bytes(), manifest.n_rows,
                                    path_in(folder, manifest.segment(kDocumentsKind)->file)));
  if (check == IndexCheck::kDigests &&
      corpus_digest(documents.ids, documents.text_digests) != manifest.corpus_digest) {
    return corrupt(manifest_path(folder), "states another corpus digest than its documents have");
  }
  if (manifest.segment(kFluencyKind) != nullptr) {  // read by those who need it, checked by all
    RAGSIEVE_CHECK(open_segment(folder, manifest, kFluencyKind, check));
  }
  RAGSIEVE_TRY(MappedFile vector_file, open_segment(folder, manifest, kVectorsKind, check));
  RAGSIEVE_TRY(const MatrixView vectors,
               view_vectors(vector_file.bytes(), manifest.n_rows, manifest.dim,
                            path_in(folder, manifest.segment(kVectorsKind)->file)));
  return IndexStore(std::move(manifest), std::move(documents), std::move(vector_file), vectors);
}

}  // namespace

Result<MappedFile> open_segment(const std::string& folder, const IndexManifest& manifest,
                                std::string_view kind, IndexCheck check) {
  const IndexSegment* segment = manifest.segment(kind);
  if (segment == nullptr) {
    return corrupt(manifest_path(folder), "names no segment '" + std::string(kind) + "'");
  }
  const std::string path = path_in(folder, segment->file);
  Result<MappedFile> file = MappedFile::open(path);
  if (!file.ok() && file.error().code == Code::kNotFound) {
    return corrupt(path, "is missing, though the manifest names it");
  }
  if (!file.ok()) return file;
  const std::string_view bytes = file->bytes();
  if (bytes.size() != segment->bytes) {
    return corrupt(path, "has " + std::to_string(bytes.size()) + " bytes, the manifest says " +
                             std::to_string(segment->bytes));
  }
  if (check == IndexCheck::kDigests && sha256(bytes) != segment->sha256) {
    return corrupt(path, "has another sha256 than the manifest says, " + to_hex(segment->sha256));
  }
  return file;
}

Result<IndexStore> open_index(const std::string& folder, IndexCheck check) {
  RAGSIEVE_TRY(std::string bytes, read_manifest_bytes(folder));
  // A writer may remove the segments of the manifest just read: then there is a newer manifest.
  for (;;) {
    RAGSIEVE_TRY(IndexManifest manifest, parse_index_manifest(bytes, manifest_path(folder)));
    Result<IndexStore> store = open_listed(folder, std::move(manifest), check);
    if (store.ok()) return store;
    RAGSIEVE_TRY(std::string newer, read_manifest_bytes(folder));
    if (newer == bytes) return store;
    bytes = std::move(newer);
  }
}

}  // namespace ragsieve
