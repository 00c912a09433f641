// Any bytes as a stored forest, anomaly model and calibration, as they are and with a checksum that
// fits them. What is accepted must print to the same bytes, and must score.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "ragsieve/detect/anomaly.h"
#include "ragsieve/gate/calibration.h"
#include "ragsieve/stats/isolation_forest.h"
#include "ragsieve/stats/stored_form.h"

namespace {

void read_forest(std::string_view bytes) {
  const auto forest = ragsieve::IsolationForest::from_bytes(bytes, "forest");
  if (!forest.ok()) return;
  if (forest->to_bytes() != bytes) std::abort();
  const std::vector<float> row(forest->dim(), 0.5F);
  const auto left_out = forest->score_out_of_bag(row, ragsieve::RowRange{0, 1});
  for (const double score : {forest->score(row), left_out.score}) {
    if (!(score > 0 && score <= 1)) std::abort();
  }
}

void read_calibration(std::string_view bytes) {
  const auto calibration = ragsieve::Calibration::from_bytes(bytes, "calibration");
  if (!calibration.ok()) return;
  if (calibration->to_bytes() != bytes) std::abort();
  const std::vector<std::string_view> names = calibration->signal_names();
  std::vector<ragsieve::NamedScore> scores;
  for (const std::string_view name : names) scores.push_back({name, 1});
  const auto gate = calibration->gate_p(scores, ragsieve::kOne);
  if (gate.p.has_value() == names.empty()) std::abort();
  if (gate.p && (*gate.p <= 0 || *gate.p > ragsieve::kOne)) std::abort();
  if (calibration->alarms(names, ragsieve::kOne / 2).seen > calibration->n_documents()) {
    std::abort();
  }
}

void read_anomaly(std::string_view bytes) {
  const auto model = ragsieve::AnomalyModel::from_bytes(bytes, "anomaly");
  if (!model.ok()) return;
  if (model->to_bytes() != bytes) std::abort();
  const auto score = model->score_left_out({0, model->forest().n_rows()});
  if (!(score.raw > 0 && score.score >= 0 && score.score <= 1)) std::abort();
}

void read(std::string_view bytes) {
  read_forest(bytes);
  read_anomaly(bytes);
  read_calibration(bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read(bytes);
  ragsieve::StoredWriter sealed(bytes);
  read(std::move(sealed).finish());
  return 0;
}
