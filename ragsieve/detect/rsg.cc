#include "ragsieve/detect/rsg.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "ragsieve/base/parallel.h"
#include "ragsieve/detect/option_error.h"
#include "ragsieve/detect/word_ids.h"

namespace ragsieve {
namespace {

constexpr std::size_t kChunk = 64;  // documents of one work item

Status within(const std::string& name, double value, double low, double high) {
  if (value >= low && value <= high) return ok_status();
  return option_error(name, std::to_string(value),
                      "a number from " + std::to_string(low) + " to " + std::to_string(high));
}

// Runs `work` for every row on run.threads threads.
template <typename Work>
Status for_rows(std::size_t n_rows, std::string_view stage, const RunOptions& run,
                const Work& work) {
  return parallel_for(
      (n_rows + kChunk - 1) / kChunk, stage, run, [&](std::size_t chunk, int) -> Status {
        const std::size_t first = chunk * kChunk;
        for (std::size_t row = first; row < std::min(first + kChunk, n_rows); ++row) {
          work(row);
        }
        return ok_status();
      });
}

Status check_inputs(const NeighbourGraph& graph, std::size_t n_texts, const RsgOptions& options) {
  RAGSIEVE_CHECK(options.validate());
  if (n_texts != graph.n_rows) {
    return option_error("texts", std::to_string(n_texts),
                        std::to_string(graph.n_rows) + ", one for each row of the neighbour graph");
  }
  const std::size_t k = graph.n_rows == 0 ? graph.k : std::min(options.k_g, graph.n_rows - 1);
  if (graph.k != k) {
    return option_error("graph.k", std::to_string(graph.k),
                        std::to_string(k) + " neighbours a row; build the graph with k_g");
  }
  if (graph.neighbours.size() != graph.n_rows * k) {
    return option_error("graph.neighbours", std::to_string(graph.neighbours.size()),
                        std::to_string(graph.n_rows * k) + " entries");
  }
  for (const Neighbour& neighbour : graph.neighbours) {
    if (neighbour.row >= graph.n_rows) {
      return option_error("graph.neighbours", "row " + std::to_string(neighbour.row),
                          "rows below " + std::to_string(graph.n_rows));
    }
  }
  return ok_status();
}

// Step 2: which neighbours are eligible. A word set is cut out only for a document that stands in
// a pair of tau_e or more.
Status find_eligible(const NeighbourGraph& graph, std::span<const std::string_view> texts,
                     const RsgOptions& options, const RunOptions& run, RsgResult& result) {
  std::vector<bool> wanted(graph.n_rows, false);
  for (std::size_t i = 0; i < graph.neighbours.size(); ++i) {
    result.neighbours[i].neighbour = graph.neighbours[i];
    if (graph.neighbours[i].cosine < options.tau_e) continue;
    wanted[i / graph.k] = true;
    wanted[graph.neighbours[i].row] = true;
  }
  RAGSIEVE_TRY(const std::vector<WordIds> sets, word_id_sets(texts, wanted, run));
  return for_rows(graph.n_rows, "overlaps", run, [&](std::size_t row) {
    for (std::size_t i = row * graph.k; i < (row + 1) * graph.k; ++i) {
      RsgNeighbour& pair = result.neighbours[i];
      if (pair.neighbour.cosine < options.tau_e) continue;
      pair.jaccard = jaccard(sets[row], sets[pair.neighbour.row]);
      pair.eligible = pair.jaccard <= options.tau_l;
    }
  });
}

void set_densities(const RsgOptions& options, RsgResult& result) {
  if (result.k == 0) return;
  for (std::size_t row = 0; row < result.documents.size(); ++row) {
    const auto neighbours =
        std::span<const RsgNeighbour>(result.neighbours).subspan(row * result.k, result.k);
    RsgDocument& document = result.documents[row];
    document.kth_similarity = neighbours.back().neighbour.cosine;
    document.density = rsg_density(neighbours, document.kth_similarity, options.strongest);
  }
}

// Step 4: p_i = #{j : D_j >= D_i} / (N + 1).
void set_p_values(std::vector<RsgDocument>& documents) {
  std::vector<double> sorted(documents.size());
  std::transform(documents.begin(), documents.end(), sorted.begin(),
                 [](const RsgDocument& document) { return document.density; });
  std::sort(sorted.begin(), sorted.end());
  const auto n_plus_one = static_cast<double>(documents.size() + 1);
  for (RsgDocument& document : documents) {
    const auto first = std::lower_bound(sorted.begin(), sorted.end(), document.density);
    document.p = static_cast<double>(sorted.end() - first) / n_plus_one;
  }
}

// Steps 6 and 7.
void set_scores(const RsgOptions& options, RsgResult& result) {
  if (result.documents.empty()) return;
  const auto n_mixed = std::count_if(result.documents.begin(), result.documents.end(),
                                     [](const RsgDocument& d) { return d.integrity; });
  result.integrity_rate =
      static_cast<double>(n_mixed) / static_cast<double>(result.documents.size());
  result.topology_budget = std::max(0.0, options.alpha_g - result.integrity_rate);
  for (RsgDocument& document : result.documents) {
    const double topology = std::min(1.0, options.eta_g * result.topology_budget / document.p);
    document.score = document.integrity ? 1.0 : topology;
    document.flagged = document.score >= options.eta_g;
  }
}

std::vector<std::size_t> ranked(const std::vector<RsgDocument>& documents) {
  std::vector<std::size_t> rows(documents.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
    const RsgDocument& left = documents[a];
    const RsgDocument& right = documents[b];
    if (left.score != right.score) return left.score > right.score;
    return left.density != right.density ? left.density > right.density : a < b;
  });
  return rows;
}

}  // namespace

double rsg_density(std::span<const RsgNeighbour> neighbours, double kth_similarity,
                   std::size_t strongest) {
  std::size_t n_eligible = 0;
  double sum = 0;
  for (const RsgNeighbour& pair : neighbours) {
    if (!pair.eligible) continue;
    if (n_eligible < strongest) sum += pair.neighbour.cosine;
    ++n_eligible;
  }
  if (n_eligible == 0) return 0;
  const double mean = sum / static_cast<double>(std::min(n_eligible, strongest));
  const double rise = (mean - kth_similarity) / std::max(1e-6, 1 - kth_similarity);
  return std::min(1.0, static_cast<double>(n_eligible) / 2) * std::clamp(rise, 0.0, 1.0);
}

Status RsgOptions::validate() const {
  if (k_g < 1 || k_g > 1024) return option_error("k_g", std::to_string(k_g), "1 to 1024");
  if (strongest < 1) return option_error("strongest", "0", "at least 1");
  RAGSIEVE_CHECK(within("tau_e", tau_e, -1, 1));
  RAGSIEVE_CHECK(within("tau_l", tau_l, 0, 1));
  RAGSIEVE_CHECK(within("alpha_g", alpha_g, 0, 1));
  if (!(eta_g > 0))
    return option_error("eta_g", std::to_string(eta_g), "a number above 0, up to 1");
  return within("eta_g", eta_g, 0, 1);
}

Result<RsgResult> rsg(const NeighbourGraph& graph, std::span<const std::string_view> texts,
                      const RsgOptions& options, const RunOptions& run) {
  RAGSIEVE_CHECK(check_inputs(graph, texts.size(), options));
  RsgResult result;
  result.k = graph.k;
  result.documents.resize(graph.n_rows);
  result.neighbours.resize(graph.neighbours.size());
  RAGSIEVE_CHECK(find_eligible(graph, texts, options, run, result));
  set_densities(options, result);
  set_p_values(result.documents);
  RAGSIEVE_CHECK(for_rows(graph.n_rows, "scripts", run, [&](std::size_t row) {
    result.documents[row].integrity = script_profile(texts[row], 0).mixed;
  }));
  set_scores(options, result);
  result.ranking = ranked(result.documents);
  return result;
}

}  // namespace ragsieve
