// What a retriever would return for a question if a candidate document were in the corpus: the
// candidate's chunks compete with the corpus's in one ranking, and nothing is written anywhere.
// Pure functions; any thread may call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ragsieve/detect/text_units.h"
#include "ragsieve/index/neighbour_graph.h"

namespace ragsieve {

struct RankedChunk {
  bool candidate = false;   // a chunk of the candidate, else of the corpus
  std::uint32_t chunk = 0;  // row of its chunk table
  double cosine = 0;
  bool operator==(const RankedChunk&) const = default;
};

// The k best chunks of the corpus for a question, without those of the documents `left_out`.
// `clean` are the corpus's chunks nearest to the question, highest cosine first, deep enough for k
// + those of these documents.
[[nodiscard]] std::vector<RankedChunk> clean_ranking(std::span<const Neighbour> clean,
                                                     const TextUnits& corpus_chunks,
                                                     std::span<const std::size_t> left_out,
                                                     std::size_t k);

// The k best of `clean` and the chunks of candidate document `candidate`; at equal cosine the
// corpus comes first. `cosines[i]` belongs to the candidate's i-th chunk.
[[nodiscard]] std::vector<RankedChunk> ranking_with(std::span<const RankedChunk> clean,
                                                    const TextUnits& candidate_chunks,
                                                    std::size_t candidate,
                                                    std::span<const double> cosines, std::size_t k);

// Rank from 1 of the best chunk of the candidate; 0: none.
[[nodiscard]] std::size_t candidate_rank(std::span<const RankedChunk> ranking);

}  // namespace ragsieve
