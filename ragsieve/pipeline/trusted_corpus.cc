#include "ragsieve/pipeline/trusted_corpus.h"

#include <utility>

#include "ragsieve/connect/corpus_source.h"
#include "ragsieve/detect/conflict_partners.h"
#include "ragsieve/index/corpus_digest.h"
#include "ragsieve/pipeline/indexed_corpus.h"

namespace ragsieve {

Result<std::unique_ptr<TrustedCorpus>> TrustedCorpus::load(const std::string& path,
                                                           const CutOptions& cut, Encoder& encoder,
                                                           const RunOptions& run) {
  RAGSIEVE_TRY(const std::string source, source_of_corpus(path));
  RAGSIEVE_TRY(Corpus corpus, read_corpus(source, CorpusOptions{}, run));
  if (!corpus.bad.empty()) {
    Error error = corpus.bad.front();
    error.message += "; " + std::to_string(corpus.bad.size()) +
                     " record(s) of the trusted corpus cannot be read: repair or remove them";
    return error;
  }
  std::unique_ptr<TrustedCorpus> trusted(new TrustedCorpus());
  trusted->manifest_ = corpus_digest(corpus);
  for (const Document& document : corpus.documents) trusted->rarity_.add(document.indexed_text);
  RAGSIEVE_TRY(trusted->prepared_,
               prepare_documents(std::move(corpus.documents), cut, encoder, run));
  trusted->view_ = trusted->prepared_.view();
  trusted->words_ = index_sentences(trusted->view_);
  return trusted;
}

}  // namespace ragsieve
