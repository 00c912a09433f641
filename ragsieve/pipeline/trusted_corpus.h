// The corpus that candidates are measured against, worked once: documents, chunks and sentences
// with their vectors, and how rare its words are. Move only; reading is thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/detect/text_units.h"
#include "ragsieve/detect/word_rarity.h"
#include "ragsieve/index/lexical_index.h"
#include "ragsieve/models/encoder.h"
#include "ragsieve/pipeline/prepared_documents.h"

namespace ragsieve {

class TrustedCorpus {
 public:
  // `path`: BEIR JSONL, a folder of documents, or an index made by `index build`. A record that
  // cannot be read is an error of the whole: a corpus that is trusted in part is not the one that
  // the report would name. Errors as read_corpus, prepare_documents; kInvalidInput naming the line.
  [[nodiscard]] static Result<std::unique_ptr<TrustedCorpus>> load(const std::string& path,
                                                                   const CutOptions& cut,
                                                                   Encoder& encoder,
                                                                   const RunOptions& run);

  [[nodiscard]] const EncodedDocuments& view() const { return view_; }
  [[nodiscard]] const WordRarity& rarity() const { return rarity_; }
  [[nodiscard]] const LexicalIndex& words() const { return words_; }  // of its sentences
  [[nodiscard]] const Digest& manifest() const { return manifest_; }  // corpus_digest.h
  [[nodiscard]] std::size_t size() const { return prepared_.documents.size(); }

 private:
  TrustedCorpus() = default;
  PreparedDocuments prepared_;
  EncodedDocuments view_;
  WordRarity rarity_;
  LexicalIndex words_;
  Digest manifest_;
};

}  // namespace ragsieve
