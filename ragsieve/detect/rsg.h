// RSG, corpus-local contrast (methods.md section 2): a score for every document of a corpus from
// its exact neighbour graph and its text, with the evidence. Pure: no model, no I/O.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/index/neighbour_graph.h"
#include "ragsieve/text/scripts.h"

namespace ragsieve {

struct RsgOptions {           // the `paper` profile
  std::size_t k_g = 16;       // neighbours a document
  double tau_e = 0.85;        // cosine from which a neighbour can be eligible
  double tau_l = 0.60;        // Jaccard overlap up to which it is
  std::size_t strongest = 4;  // size of H_i
  double alpha_g = 0.05;      // budget of flagged documents, 0..1
  double eta_g = 0.5;         // flag threshold
  [[nodiscard]] Status validate() const;
};

struct RsgNeighbour {
  Neighbour neighbour;
  double jaccard = 0;  // only where cosine >= tau_e, else 0 and not computed
  bool eligible = false;
};

struct RsgDocument {
  double density = 0;         // D_i
  bool integrity = false;     // I_i
  double p = 1;               // p_i
  double score = 0;           // S_RSG
  bool flagged = false;       // score >= eta_g
  double kth_similarity = 0;  // b_i; 0 of a corpus of one
};

struct RsgResult {
  std::vector<RsgDocument> documents;    // by row
  std::vector<RsgNeighbour> neighbours;  // n x graph.k, row-major, as in the graph
  std::vector<std::size_t> ranking;      // rows: score, then density, then lower row
  double integrity_rate = 0;             // r_I
  double topology_budget = 0;            // a
  std::size_t k = 0;
};

// Step 3 of the method: D of a row from its neighbours, highest cosine first.
[[nodiscard]] double rsg_density(std::span<const RsgNeighbour> neighbours, double kth_similarity,
                                 std::size_t strongest);

// texts[i] belongs to row i of the graph. kInvalidArgument when the counts differ.
[[nodiscard]] Result<RsgResult> rsg(const NeighbourGraph& graph,
                                    std::span<const std::string_view> texts,
                                    const RsgOptions& options, const RunOptions& run);

}  // namespace ragsieve
