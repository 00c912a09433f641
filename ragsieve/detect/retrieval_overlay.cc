#include "ragsieve/detect/retrieval_overlay.h"

#include <algorithm>
#include <tuple>

namespace ragsieve {

std::vector<RankedChunk> clean_ranking(std::span<const Neighbour> clean,
                                       const TextUnits& corpus_chunks,
                                       std::span<const std::size_t> left_out, std::size_t k) {
  std::vector<RankedChunk> ranking;
  for (const Neighbour& neighbour : clean) {
    if (ranking.size() == k) break;
    if (std::ranges::find(left_out, corpus_chunks.documents[neighbour.row]) != left_out.end()) {
      continue;
    }
    ranking.push_back({false, neighbour.row, neighbour.cosine});
  }
  return ranking;
}

std::vector<RankedChunk> ranking_with(std::span<const RankedChunk> clean,
                                      const TextUnits& candidate_chunks, std::size_t candidate,
                                      std::span<const double> cosines, std::size_t k) {
  std::vector<RankedChunk> ranking(clean.begin(), clean.end());
  const std::size_t first = candidate_chunks.begin[candidate];
  for (std::size_t i = 0; i < cosines.size(); ++i) {
    ranking.push_back({true, static_cast<std::uint32_t>(first + i), cosines[i]});
  }
  std::sort(ranking.begin(), ranking.end(), [](const RankedChunk& a, const RankedChunk& b) {
    return std::tuple(-a.cosine, a.candidate, a.chunk) <
           std::tuple(-b.cosine, b.candidate, b.chunk);
  });
  if (ranking.size() > k) ranking.resize(k);
  return ranking;
}

std::size_t candidate_rank(std::span<const RankedChunk> ranking) {
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    if (ranking[i].candidate) return i + 1;
  }
  return 0;
}

}  // namespace ragsieve
