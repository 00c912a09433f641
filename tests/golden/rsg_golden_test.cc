// RSG from the given vectors of rgb_fact against the reference: numbers to 1e-6, integrity exact,
// neighbours as sets where their similarities tie within 1e-9.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "ragsieve/connect/npy/embeddings.h"
#include "ragsieve/detect/rsg.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"
#include "tests/golden/golden.h"

namespace ragsieve {
namespace {

constexpr double kTolerance = 1e-6;
constexpr double kTie = 1e-9;

double number(const json::Value& record, std::string_view name) {
  return record.find(name)->number();
}

std::vector<std::string> corpus_texts() {
  std::vector<std::string> texts;
  for (const char* name : {"data/rgb_fact/corpus.jsonl", "data/rgb_fact/poisons.jsonl"}) {
    for (const json::Value& record : read_jsonl(shared_path(name))) {
      texts.push_back(indexed_text(record));
    }
  }
  return texts;
}

std::vector<std::size_t> neighbours_of(const json::Value& record) {
  std::vector<std::size_t> rows;
  for (const json::Value& row : *record.find("neighbours")->array()) {
    rows.push_back(static_cast<std::size_t>(row.number()));
  }
  return rows;
}

double similarity(const MatrixView& view, std::size_t a, std::size_t b) {
  return cosine(view.row(a, {}), view.inverse_norms[a], view.row(b, {}), view.inverse_norms[b]);
}

// Both lists must name rows of the same similarity at each place; other rows only in a tie.
void expect_neighbours(const MatrixView& view, std::size_t row,
                       const std::vector<std::size_t>& expected, std::span<const Neighbour> found) {
  ASSERT_EQ(expected.size(), found.size());
  EXPECT_EQ(std::set<std::size_t>(expected.begin(), expected.end()).size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] == found[i].row) continue;
    EXPECT_NEAR(similarity(view, row, expected[i]), found[i].cosine, kTie)
        << "row " << row << ", neighbour " << i;
  }
}

TEST(RsgGolden, EveryDocumentOfRgbFact) {
  RAGSIEVE_NEEDS_SHARED("golden/rsg.jsonl");
  const std::vector<json::Value> records = read_jsonl(shared_path("golden/rsg.jsonl"));
  const std::vector<std::string> texts = corpus_texts();
  ASSERT_EQ(records.size(), 1358U);
  ASSERT_EQ(texts.size(), records.size());
  const auto embeddings = open_embeddings(shared_path("golden/rsg_embeddings.npy"));
  ASSERT_TRUE(embeddings.ok()) << to_string(embeddings.error());
  RunOptions run;
  run.threads = 2;
  MatrixView view = embeddings->rows();
  const auto norms = inverse_norms(view, run);
  ASSERT_TRUE(norms.ok()) << to_string(norms.error());
  view.inverse_norms = *norms;
  const auto graph = build_graph(view, {}, run);
  ASSERT_TRUE(graph.ok()) << to_string(graph.error());
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const auto result = rsg(*graph, views, {}, run);
  ASSERT_TRUE(result.ok()) << to_string(result.error());

  for (std::size_t row = 0; row < records.size(); ++row) {
    SCOPED_TRACE("row " + std::to_string(row));
    const json::Value& record = records[row];
    const RsgDocument& document = result->documents[row];
    EXPECT_NEAR(document.density, number(record, "density"), kTolerance);
    EXPECT_EQ(document.integrity, number(record, "integrity") != 0);
    EXPECT_NEAR(document.p, number(record, "p"), kTolerance);
    EXPECT_NEAR(document.score, number(record, "score"), kTolerance);
    EXPECT_EQ(document.flagged, number(record, "score") >= 0.5);
    EXPECT_NEAR(document.kth_similarity, number(record, "kth_similarity"), kTolerance);
    expect_neighbours(view, row, neighbours_of(record), graph->of(row));
  }
}

}  // namespace
}  // namespace ragsieve
