#include "eval/run/snapshot_vectors.h"

#include <string_view>

#include "ragsieve/index/similarity.h"

namespace ragsieve::eval {

Result<DatasetVectors> encode_dataset(const Dataset& dataset, Encoder& encoder,
                                      const RunOptions& run) {
  DatasetVectors vectors;
  std::vector<std::string_view> texts;
  for (const Document& document : dataset.clean.documents) texts.push_back(document.indexed_text);
  RAGSIEVE_TRY(vectors.clean, encoder.encode(texts, TextKind::kPassage, run));
  texts.clear();
  for (const Poison& poison : dataset.poisons) texts.push_back(poison.document.indexed_text);
  RAGSIEVE_TRY(vectors.poisons, encoder.encode(texts, TextKind::kPassage, run));
  return vectors;
}

Result<SnapshotRows> SnapshotRows::of(const DatasetVectors& vectors, const Snapshot& snapshot,
                                      const RunOptions& run) {
  SnapshotRows made;
  made.rows_ = vectors.clean;
  for (const std::size_t i : snapshot.poisons) {
    const std::span<const float> row = vectors.poisons.row(i);
    made.rows_.values.insert(made.rows_.values.end(), row.begin(), row.end());
  }
  made.rows_.n_rows += snapshot.poisons.size();
  RAGSIEVE_TRY(made.norms_, inverse_norms(made.rows_.view(), run));
  return made;
}

MatrixView SnapshotRows::view() const {
  MatrixView view = rows_.view();
  view.inverse_norms = norms_;
  return view;
}

std::string model_text(const ModelIdentity& model) {
  return model.name + "@" + to_hex(model.file_digest) + " " + model.engine;
}

std::string models_text(const ModelsInUse& models) {
  std::string text = model_text(models.encoder->identity());
  if (models.token_encoder != nullptr) text += ", " + model_text(models.token_encoder->identity());
  if (models.causal_lm != nullptr) text += ", " + model_text(models.causal_lm->identity());
  return text;
}

}  // namespace ragsieve::eval
