#include "ragsieve/store/documents_store.h"

namespace ragsieve {
namespace {

StoredDocument read_document(SqlReader& reader) {
  StoredDocument document;
  document.sequence = reader.integer();
  document.id = reader.text();
  document.raw_digest = reader.digest();
  document.source = reader.text();
  document.media_type = reader.text();
  document.text = reader.maybe_bytes();
  document.corpus = reader.text();
  document.created_us = reader.integer();
  return document;
}

std::optional<SqlBytes> as_bytes(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  return SqlBytes{*text};
}

}  // namespace

Status DocumentsStore::add(const StoredDocument& document) {
  const auto added = database_.run(
      "INSERT INTO documents (id, raw_digest, source, media_type, text, corpus, created) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7)",
      {document.id, document.raw_digest, document.source, document.media_type,
       as_bytes(document.text), document.corpus, document.created_us});
  if (!added.ok()) return adding_error(added.error(), "document '" + document.id + "'");
  return ok_status();
}

Result<std::optional<StoredDocument>> DocumentsStore::find(const std::string& id) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("SELECT sequence, id, raw_digest, source, media_type, text, corpus, "
                             "created FROM documents WHERE id = $1",
                             {id}));
  return read_first(rows, read_document);
}

Result<std::vector<StoredDocument>> DocumentsStore::select(const std::string& condition,
                                                           std::vector<SqlValue> parameters,
                                                           const Page& page) {
  parameters.insert(parameters.begin(), {page.before, rows_of(page)});
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("SELECT sequence, id, raw_digest, source, media_type, NULL, corpus, "
                             "created FROM documents WHERE sequence < $1 AND " +
                                 condition + " ORDER BY sequence DESC LIMIT $2",
                             parameters));
  return read_rows(rows, read_document);
}

Result<std::optional<StoredDocument>> DocumentsStore::entry(const std::string& id) {
  RAGSIEVE_TRY(std::vector<StoredDocument> found, select("id = $3", {id}, Page{}));
  if (found.empty()) return std::optional<StoredDocument>();
  return std::optional(std::move(found.front()));
}

Result<std::vector<StoredDocument>> DocumentsStore::list(const Page& page) {
  return select("1 = 1", {}, page);
}

Result<std::vector<StoredDocument>> DocumentsStore::of_source(const std::string& source,
                                                              const Page& page) {
  return select("source = $3", {source}, page);
}

Result<std::vector<StoredDocument>> DocumentsStore::of_corpus(const std::string& corpus,
                                                              const Page& page) {
  return select("corpus = $3", {corpus}, page);
}

Result<std::vector<StoredDocument>> DocumentsStore::of_digest(const Digest& raw_digest,
                                                              const Page& page) {
  return select("raw_digest = $3", {raw_digest}, page);
}

Result<std::int64_t> DocumentsStore::forget_texts_before(std::int64_t time_us) {
  std::int64_t n_forgotten = 0;
  RAGSIEVE_CHECK(database_.as_one([&](Database& inside) -> Status {
    RAGSIEVE_TRY(const SqlRows rows, inside.run(R"(
    UPDATE documents SET text = NULL WHERE text IS NOT NULL
    AND EXISTS (SELECT 1 FROM verdicts v WHERE v.document = documents.id)
    AND NOT EXISTS (SELECT 1 FROM verdicts v WHERE v.document = documents.id AND v.time >= $1)
    AND NOT EXISTS (SELECT 1 FROM decisions d WHERE d.document = documents.id AND d.time >= $1)
    AND NOT EXISTS (SELECT 1 FROM waiting w WHERE w.document = documents.id) RETURNING id)",
                                                {time_us}));
    n_forgotten = std::ssize(rows);
    RAGSIEVE_CHECK(inside.run(R"(
    UPDATE verdicts SET evidence = NULL WHERE evidence IS NOT NULL
    AND EXISTS (SELECT 1 FROM documents d WHERE d.id = verdicts.document AND d.text IS NULL))"));
    return ok_status();
  }));
  return n_forgotten;
}

}  // namespace ragsieve
