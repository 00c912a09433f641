#include "eval/run/default_audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/models/fake/fake_models.h"
#include "ragsieve/stats/random.h"

namespace ragsieve::eval {
namespace {

constexpr std::size_t kClean = 400;

// Readable documents of forty words out of three hundred, then, where asked, twenty of words that
// occur once.
class Snapshot400 {
 public:
  explicit Snapshot400(std::size_t n_poisons) {
    Random random(7);
    for (std::size_t i = 0; i < kClean + n_poisons; ++i) {
      std::string text;
      for (std::size_t word = 0; word < 40; ++word) {
        text += i < kClean ? "w" + std::to_string(random.below(300)) + " "
                           : "x" + std::to_string(i * 40 + word) + " ";
      }
      texts_.push_back(std::move(text));
      ids_.push_back("d" + std::to_string(i));
    }
    text_views_.assign(texts_.begin(), texts_.end());
    id_views_.assign(ids_.begin(), ids_.begin() + kClean);
    FakeEncoder encoder;
    rows_ = encoder.encode(text_views_, TextKind::kPassage, {}).value();
    norms_ = inverse_norms(rows_.view(), {}).value();
    KnnOptions knn;
    knn.k = kGraphNeighbours;
    graph_ = build_graph(view(), knn, {}).value();
  }
  [[nodiscard]] OfflineInput input() const { return {view(), text_views_, &graph_, id_views_}; }

 private:
  [[nodiscard]] MatrixView view() const {
    MatrixView rows = rows_.view();
    rows.inverse_norms = norms_;
    return rows;
  }
  std::vector<std::string> texts_;
  std::vector<std::string> ids_;
  std::vector<std::string_view> text_views_;
  std::vector<std::string_view> id_views_;
  Matrix rows_;
  std::vector<double> norms_;
  NeighbourGraph graph_;
};

baselines::Scores scores_of(std::size_t detector, const OfflineInput& input) {
  return default_audit_detectors()[detector].score(input, {}).value();
}

std::size_t flagged(const baselines::Scores& scores, std::size_t first, std::size_t last) {
  return static_cast<std::size_t>(std::count_if(scores.begin() + static_cast<std::ptrdiff_t>(first),
                                                scores.begin() + static_cast<std::ptrdiff_t>(last),
                                                [](const auto& s) { return s.flagged; }));
}

TEST(DefaultAudit, BothModesFlagWhatIsUnreadable) {
  const Snapshot400 snapshot(20);
  for (const std::size_t detector : {0, 1}) {
    const baselines::Scores scores = scores_of(detector, snapshot.input());
    ASSERT_EQ(scores.size(), kClean + 20);
    EXPECT_EQ(flagged(scores, kClean, kClean + 20), 20U);
    EXPECT_LE(flagged(scores, 0, kClean), kClean / 20);
  }
}

TEST(DefaultAudit, CleanCorpusIsAuditedHalfAgainstHalf) {
  const Snapshot400 clean(0);
  const baselines::Scores scores = scores_of(1, clean.input());
  ASSERT_EQ(scores.size(), kClean);
  EXPECT_LE(flagged(scores, 0, kClean), kClean / 20);
  // Against itself the most suspicious document has rank 1 of 400; against the other half, a
  // corpus of its own, the scores are others.
  const baselines::Scores without = scores_of(0, clean.input());
  EXPECT_FALSE(std::equal(scores.begin(), scores.end(), without.begin(),
                          [](const auto& a, const auto& b) { return a.score == b.score; }));
}

TEST(DefaultAudit, RowsHaveNamesAndConfigurationsOfTheirOwn) {
  const std::vector<OfflineDetector> detectors = default_audit_detectors();
  ASSERT_EQ(detectors.size(), 2U);
  EXPECT_EQ(detectors[0].name, "audit_default");
  EXPECT_EQ(detectors[1].name, "audit_default_reference");
  EXPECT_NE(detectors[0].config, detectors[1].config);
  EXPECT_THAT(detectors[0].config, testing::HasSubstr("\"share_density\":0.6"));
}

}  // namespace
}  // namespace ragsieve::eval
