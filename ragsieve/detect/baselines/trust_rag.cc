#include "ragsieve/detect/baselines/trust_rag.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/detect/baselines/pair_cosines.h"
#include "ragsieve/detect/baselines/rouge_l.h"
#include "ragsieve/detect/baselines/two_means.h"
#include "ragsieve/detect/option_error.h"

namespace ragsieve::baselines {
namespace {

using Members = std::vector<std::size_t>;

// Which texts are alike.
class Likeness {
 public:
  Likeness(std::span<const std::string_view> texts, double least) : least_(least) {
    for (const std::string_view text : texts) words_.push_back(rouge_words(text));
  }
  [[nodiscard]] bool alike(std::size_t i, std::size_t j) const {
    return rouge_l(words_[i], words_[j]) > least_;
  }
  [[nodiscard]] bool any() const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::size_t j = i + 1; j < words_.size(); ++j) {
        if (alike(i, j)) return true;
      }
    }
    return false;
  }

  // What the n-gram filter keeps of `members`.
  [[nodiscard]] Members filtered(const Members& members) const {
    std::vector<bool> deleted(members.size(), false);
    std::optional<std::size_t> remembered;
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (deleted[i]) continue;
      if (remembered && alike(members[i], *remembered)) {
        deleted[i] = true;
        continue;
      }
      for (std::size_t j = i + 1; j < members.size(); ++j) {
        if (!alike(members[i], members[j])) continue;
        deleted[i] = deleted[j] = true;
        if (!remembered) remembered = members[i];
        break;
      }
    }
    Members kept;
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (!deleted[i]) kept.push_back(members[i]);
    }
    return kept;
  }

 private:
  double least_;
  std::vector<std::vector<std::string>> words_;
};

// Each dimension to mean 0 and deviation 1 (one that does not vary to 0), then rows to length 1.
DenseRows standardised(const MatrixView& vectors) {
  DenseRows rows{vectors.n_rows, vectors.dim, {}};
  std::vector<float> buffer(vectors.dim);
  for (std::size_t i = 0; i < vectors.n_rows; ++i) {
    const std::span<const float> row = vectors.row(i, buffer);
    rows.values.insert(rows.values.end(), row.begin(), row.end());
  }
  const auto n = static_cast<double>(rows.n_rows);
  for (std::size_t c = 0; c < rows.dim; ++c) {
    double mean = 0;
    for (std::size_t i = 0; i < rows.n_rows; ++i) mean += rows.row(i)[c] / n;
    double variance = 0;
    for (std::size_t i = 0; i < rows.n_rows; ++i) {
      variance += (rows.row(i)[c] - mean) * (rows.row(i)[c] - mean) / n;
    }
    const double scale = variance > 1e-24 ? 1 / std::sqrt(variance) : 0;
    for (std::size_t i = 0; i < rows.n_rows; ++i) rows.row(i)[c] = (rows.row(i)[c] - mean) * scale;
  }
  for (std::size_t i = 0; i < rows.n_rows; ++i) {
    double squares = 0;
    for (std::size_t c = 0; c < rows.dim; ++c) squares += rows.row(i)[c] * rows.row(i)[c];
    if (!(squares > 0)) continue;
    for (std::size_t c = 0; c < rows.dim; ++c) rows.row(i)[c] /= std::sqrt(squares);
  }
  return rows;
}

Members joined(Members a, const Members& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Members kept_of(const std::array<Members, 2>& clusters, const PairCosines& cosines,
                const Likeness& likeness, double dense) {
  for (const std::size_t single : {0U, 1U}) {
    const Members& other = clusters[1 - single];
    if (clusters[single].size() != 1) continue;
    if (cosines.density(other) <= dense) return other;
    if (cosines.at(other.front(), clusters[single].front()) > dense) return {};
    return clusters[single];
  }
  const double density_0 = cosines.density(clusters[0]);
  const double density_1 = cosines.density(clusters[1]);
  const std::size_t denser = density_1 > density_0 ? 1 : 0;
  if (clusters[1].empty()) return density_0 > dense ? Members{} : likeness.filtered(clusters[0]);
  if (std::min(density_0, density_1) > dense) return {};
  if (std::max(density_0, density_1) < dense) {
    return joined(likeness.filtered(clusters[0]), likeness.filtered(clusters[1]));
  }
  return likeness.filtered(clusters[1 - denser]);
}

}  // namespace

Status TrustRagOptions::validate() const {
  if (!(rouge >= 0 && rouge <= 1)) {
    return option_error("rouge", std::to_string(rouge), "a number from 0 to 1");
  }
  if (!(dense >= -1 && dense <= 1)) {
    return option_error("dense", std::to_string(dense), "a number from -1 to 1");
  }
  if (n_starts < 1) return option_error("n_starts", "0", "at least 1");
  return ok_status();
}

Result<Scores> trust_rag(std::span<const std::string_view> texts, const MatrixView& vectors,
                         const TrustRagOptions& options) {
  RAGSIEVE_CHECK(options.validate());
  if (texts.size() != vectors.n_rows) {
    return option_error("texts", std::to_string(texts.size()),
                        std::to_string(vectors.n_rows) + ", one for each vector");
  }
  RAGSIEVE_TRY(const PairCosines cosines, PairCosines::of(vectors));
  const Likeness likeness(texts, options.rouge);
  if (texts.size() < 3 || !likeness.any()) return Scores(texts.size());
  const std::vector<int> cluster = two_means(standardised(vectors), options.n_starts, options.seed);
  std::array<Members, 2> clusters;
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    clusters[static_cast<std::size_t>(cluster[i])].push_back(i);
  }
  Scores scores(texts.size(), Scored{1, true});
  for (const std::size_t i : kept_of(clusters, cosines, likeness, options.dense)) {
    scores[i] = Scored{};
  }
  return scores;
}

}  // namespace ragsieve::baselines
