#include "eval/attacks/material.h"

#include <algorithm>
#include <utility>

#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/text/ngram.h"

namespace ragsieve::eval {
namespace {

constexpr int kDraws = 100;            // of corpus_word()
constexpr std::size_t kWordBytes = 3;  // of a usable word, at least
constexpr std::size_t kLongestWord = 40;

std::vector<std::string_view> texts_of(const Dataset& dataset) {
  std::vector<std::string_view> texts;
  for (const Document& document : dataset.clean.documents) texts.push_back(document.indexed_text);
  return texts;
}

bool is_usable(std::string_view word) {
  return word.size() >= kWordBytes && word.size() <= kLongestWord &&
         word.find_first_of("0123456789") == word.npos;
}

}  // namespace

std::vector<std::string> usable_words(std::string_view text) {
  std::vector<std::string> words;
  for (const NgramWord& word : ngram_words(text)) {
    const std::string_view bytes = text.substr(word.range.start, word.range.end - word.range.start);
    if (is_usable(bytes)) words.emplace_back(bytes);
  }
  return words;
}

Result<AttackMaterial> AttackMaterial::open(const Dataset& dataset, const AttackModels& models,
                                            const RunOptions& run) {
  if (dataset.clean.documents.empty()) {
    return make_error(Code::kInvalidArgument,
                      dataset.name + " has no document, attacks need a corpus to be made of");
  }
  if (models.encoder->identity().dim != models.search->identity().dim ||
      models.encoder->identity().file_digest != models.search->identity().file_digest) {
    return make_error(Code::kInvalidArgument,
                      "the attacker's encoder " + models.search->identity().name +
                          " is not the retriever's " + models.encoder->identity().name);
  }
  AttackMaterial material(dataset, models);
  RAGSIEVE_TRY(material.vectors_,
               models.encoder->encode(texts_of(dataset), TextKind::kPassage, run));
  for (const Document& document : dataset.clean.documents) {
    material.by_id_.emplace(document.id, &document);
  }
  return material;
}

Result<std::vector<std::vector<const Document*>>> AttackMaterial::nearest(
    std::span<const std::string_view> questions, std::size_t k, const RunOptions& run) {
  RAGSIEVE_TRY(const Matrix encoded, models_.encoder->encode(questions, TextKind::kQuery, run));
  RAGSIEVE_TRY(const std::vector<double> asked_norms, inverse_norms(encoded.view(), run));
  RAGSIEVE_TRY(const std::vector<double> corpus_norms, inverse_norms(vectors_.view(), run));
  MatrixView asked = encoded.view();
  asked.inverse_norms = asked_norms;
  MatrixView corpus = vectors_.view();
  corpus.inverse_norms = corpus_norms;
  KnnOptions options;
  options.k = k;
  RAGSIEVE_TRY(const NeighbourGraph found, top_k(asked, corpus, options, run));
  std::vector<std::vector<const Document*>> nearest(questions.size());
  for (std::size_t i = 0; i < questions.size(); ++i) {
    for (const Neighbour& neighbour : found.of(i)) {
      nearest[i].push_back(&dataset_->clean.documents[neighbour.row]);
    }
  }
  return nearest;
}

std::vector<const Document*> AttackMaterial::relevant(const std::string& query_id) const {
  std::vector<const Document*> documents;
  const auto judged = dataset_->relevant.find(query_id);
  if (judged == dataset_->relevant.end()) return documents;
  for (const std::string& id : judged->second) {
    const auto found = by_id_.find(id);
    if (found != by_id_.end()) documents.push_back(found->second);
  }
  return documents;
}

Result<std::vector<double>> AttackMaterial::similarities(const std::string& question,
                                                         const std::vector<std::string>& texts,
                                                         const RunOptions& run) {
  if (asked_ != question || asked_vector_.empty()) {
    const std::string_view view = question;
    RAGSIEVE_TRY(const Matrix encoded,
                 models_.search->encode(std::span(&view, 1), TextKind::kQuery, run));
    asked_vector_ = encoded.values;
    asked_ = question;
    ++n_encodings_;
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  RAGSIEVE_TRY(const Matrix rows, models_.search->encode(views, TextKind::kPassage, run));
  n_encodings_ += texts.size();
  std::vector<double> cosines;  // the vectors have length 1
  for (std::size_t i = 0; i < texts.size(); ++i) cosines.push_back(dot(asked_vector_, rows.row(i)));
  return cosines;
}

Result<Answer> AttackMaterial::read(const std::string& question,
                                    std::span<const std::string_view> passages,
                                    const RunOptions& run) {
  return reader_.answer(question, passages, run);
}

Result<const CarrierFluency*> AttackMaterial::fluency(const RunOptions& run) {
  if (!fluency_) {
    RAGSIEVE_TRY(fluency_, CarrierFluency::of(texts_of(*dataset_), run));
  }
  return fluency_.get();
}

std::string AttackMaterial::corpus_word(Random& random) const {
  const std::vector<Document>& documents = dataset_->clean.documents;
  for (int draw = 0; draw < kDraws; ++draw) {
    const Document& document = documents[random.below(documents.size())];
    std::vector<std::string> words = usable_words(document.indexed_text);
    if (!words.empty()) return std::move(words[random.below(words.size())]);
  }
  return {};
}

}  // namespace ragsieve::eval
