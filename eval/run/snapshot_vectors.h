// Vectors of a dataset, encoded once, and of its snapshots: the clean corpus, then the poisons.
#pragma once

#include <string>
#include <vector>

#include "eval/dataset/dataset.h"
#include "eval/dataset/snapshot.h"
#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/models/encoder.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve::eval {

struct DatasetVectors {
  Matrix clean;    // row i: Dataset::clean.documents[i]
  Matrix poisons;  // row i: Dataset::poisons[i]
};

// Errors of the encoder.
[[nodiscard]] Result<DatasetVectors> encode_dataset(const Dataset& dataset, Encoder& encoder,
                                                    const RunOptions& run);

// Rows of a snapshot with their norms; the view is valid as long as the object stays where it is.
class SnapshotRows {
 public:
  // kInvalidInput for a vector without direction.
  [[nodiscard]] static Result<SnapshotRows> of(const DatasetVectors& vectors,
                                               const Snapshot& snapshot, const RunOptions& run);
  [[nodiscard]] MatrixView view() const;
  [[nodiscard]] const Matrix& matrix() const { return rows_; }

 private:
  Matrix rows_;
  std::vector<double> norms_;
};

// Name, digest and engine of a model, as they stand in a key.
[[nodiscard]] std::string model_text(const ModelIdentity& model);

// Those of the encoders and the causal LM that there are.
[[nodiscard]] std::string models_text(const ModelsInUse& models);

}  // namespace ragsieve::eval
