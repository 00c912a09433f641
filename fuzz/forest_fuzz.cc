// Any bytes as a stored forest, as they are and with a checksum that fits them. What is accepted
// must print to the same bytes, and must score a row.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "ragsieve/stats/isolation_forest.h"
#include "ragsieve/stats/stored_form.h"

namespace {

void read(std::string_view bytes) {
  const auto forest = ragsieve::IsolationForest::from_bytes(bytes, "forest");
  if (!forest.ok()) return;
  if (forest->to_bytes() != bytes) std::abort();
  const std::vector<float> row(forest->dim(), 0.5F);
  const auto left_out = forest->score_out_of_bag(row, ragsieve::RowRange{0, 1});
  for (const double score : {forest->score(row), left_out.score}) {
    if (!(score > 0 && score <= 1)) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read(bytes);
  ragsieve::StoredWriter sealed(bytes);
  read(std::move(sealed).finish());
  return 0;
}
