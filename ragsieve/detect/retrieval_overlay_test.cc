#include "ragsieve/detect/retrieval_overlay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TextUnits units(const std::vector<std::size_t>& counts) {
  TextUnits units;
  for (const std::size_t count : counts) {
    units.add_document(std::vector<ByteRange>(count, ByteRange{0, 1}));
  }
  return units;
}

const std::vector<std::size_t> kSecond{1};
const std::vector<Neighbour> kClean{{3, 0.9}, {0, 0.8}, {1, 0.7}, {2, 0.6}};

TEST(RetrievalOverlay, ChunksOfTheDocumentThatIsLeftOutAreSkipped) {
  const TextUnits corpus = units({2, 2});  // chunks 0 1 | 2 3
  EXPECT_THAT(clean_ranking(kClean, corpus, {}, 2),
              ElementsAre(RankedChunk{false, 3, 0.9}, RankedChunk{false, 0, 0.8}));
  EXPECT_THAT(clean_ranking(kClean, corpus, kSecond, 2),
              ElementsAre(RankedChunk{false, 0, 0.8}, RankedChunk{false, 1, 0.7}));
  EXPECT_THAT(clean_ranking({}, corpus, {}, 2), IsEmpty());
}

TEST(RetrievalOverlay, TheCandidateCompetesAndTiesGoToTheCorpus) {
  const TextUnits candidates = units({1, 2});  // chunks 0 | 1 2
  const std::vector<RankedChunk> clean{{false, 7, 0.9}, {false, 8, 0.5}};
  const std::vector<double> cosines{0.5, 0.95};
  const auto ranking = ranking_with(clean, candidates, 1, cosines, 3);
  EXPECT_THAT(ranking, ElementsAre(RankedChunk{true, 2, 0.95}, RankedChunk{false, 7, 0.9},
                                   RankedChunk{false, 8, 0.5}));
  EXPECT_EQ(candidate_rank(ranking), 1);
}

TEST(RetrievalOverlay, ACandidateBelowTheCutIsNotRetrieved) {
  const TextUnits candidates = units({1});
  const std::vector<RankedChunk> clean{{false, 7, 0.9}, {false, 8, 0.5}};
  const std::vector<double> cosines{0.4};
  EXPECT_EQ(candidate_rank(ranking_with(clean, candidates, 0, cosines, 2)), 0);
}

}  // namespace
}  // namespace ragsieve
