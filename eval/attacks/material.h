// What the generated attacks are made of, for one dataset: its clean documents with their vectors,
// the encoder that the attacker searches against, a reader, and the corpus's words. Not
// thread-safe: targets are made one after another, the encoder is what runs on many threads.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "eval/attacks/carrier_fluency.h"
#include "eval/dataset/dataset.h"
#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/models/encoder.h"
#include "ragsieve/models/extractive_reader.h"
#include "ragsieve/stats/random.h"

namespace ragsieve::eval {

// Two views of one model: `encoder` for what is worth keeping (it may stand before a cache),
// `search` for the thousands of texts that a search tries and drops.
struct AttackModels {
  Encoder* encoder = nullptr;
  Encoder* search = nullptr;
};

class AttackMaterial {
 public:
  // Encodes the clean corpus. `dataset` and the models outlive the object. kInvalidArgument where
  // the corpus has no document or the models are not one; errors of the encoder.
  [[nodiscard]] static Result<AttackMaterial> open(const Dataset& dataset,
                                                   const AttackModels& models,
                                                   const RunOptions& run);

  // For each question the k clean documents that are nearest to it, best first (all where there are
  // fewer). Errors of the encoder.
  [[nodiscard]] Result<std::vector<std::vector<const Document*>>> nearest(
      std::span<const std::string_view> questions, std::size_t k, const RunOptions& run);

  // The documents that the dataset judges relevant for a question, by id.
  [[nodiscard]] std::vector<const Document*> relevant(const std::string& query_id) const;

  // Cosines of texts with a question: one encoding a text, and one of the question where it is not
  // the last that was asked. Errors of the encoder.
  [[nodiscard]] Result<std::vector<double>> similarities(const std::string& question,
                                                         const std::vector<std::string>& texts,
                                                         const RunOptions& run);
  [[nodiscard]] std::size_t n_encodings() const { return n_encodings_; }  // of similarities()

  // The sentence that the extractive reader answers with, from passages in their order.
  [[nodiscard]] Result<Answer> read(const std::string& question,
                                    std::span<const std::string_view> passages,
                                    const RunOptions& run);

  // Made at the first call. kCancelled.
  [[nodiscard]] Result<const CarrierFluency*> fluency(const RunOptions& run);

  // A word of a random document, as often as the corpus holds it; empty where a hundred draws give
  // none.
  [[nodiscard]] std::string corpus_word(Random& random) const;

  [[nodiscard]] Encoder& encoder() const { return *models_.encoder; }
  [[nodiscard]] const Matrix& vectors() const { return vectors_; }  // row i: clean document i

 private:
  AttackMaterial(const Dataset& dataset, const AttackModels& models)
      : dataset_(&dataset), models_(models), reader_(models.encoder) {}
  const Dataset* dataset_;
  AttackModels models_;
  ExtractiveReader reader_;
  Matrix vectors_;
  std::unordered_map<std::string_view, const Document*> by_id_;
  std::unique_ptr<CarrierFluency> fluency_;
  std::string asked_;  // the last question of similarities()
  std::vector<float> asked_vector_;
  std::size_t n_encodings_ = 0;
};

// Words of `text` that a search may put together: letters, three bytes at least.
[[nodiscard]] std::vector<std::string> usable_words(std::string_view text);

}  // namespace ragsieve::eval
