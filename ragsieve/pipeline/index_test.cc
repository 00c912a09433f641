#include "ragsieve/pipeline/index.h"

#include <gtest/gtest.h>

#include "ragsieve/connect/npy/embeddings.h"
#include "ragsieve/detect/fluency.h"
#include "ragsieve/index/fluency_store.h"
#include "ragsieve/index/index_store.h"
#include "ragsieve/pipeline/audit.h"
#include "ragsieve/pipeline/corpus_vectors.h"
#include "ragsieve/pipeline/pipeline_testing.h"

namespace ragsieve {
namespace {

class Index : public testing::Test, protected PipelineFixture {
 protected:
  IndexBuildOptions options() const {
    return IndexBuildOptions{path("c.jsonl"), path("index"), path("v.npy")};
  }
};

TEST_F(Index, AuditOfAnIndexEncodesNothing) {
  write("c.jsonl", plain_corpus(30));
  const IndexBuildReport built = build_index(options(), models(), RunOptions{}).value();
  EXPECT_EQ(built.n_documents, 30U);
  EXPECT_EQ(encoder_.n_encoded(), 30U);
  AuditOptions audit_options;
  audit_options.corpus = path("index");
  EXPECT_EQ(audit(audit_options, models(), RunOptions{})->documents.size(), 30U);
  EXPECT_EQ(encoder_.n_encoded(), 30U);
}

TEST_F(Index, KeepsTheLanguageOfTheCorpus) {
  write("c.jsonl", plain_corpus(30));
  ASSERT_TRUE(build_index(options(), models(), RunOptions{}).ok());
  const IndexManifest manifest = open_index(path("index")).value().manifest();
  auto counts = load_ngram_counts(path("index"), manifest, FluencyOptions{}.max_bytes).value();
  ASSERT_NE(counts, nullptr);
  EXPECT_EQ(counts->words().count(ngram_words("city")[0].hash), 30U);
  const CorpusLanguage kept = CorpusLanguage::from(std::move(counts), FluencyOptions{});
  const auto corpus = load_corpus_vectors(path("index"), std::nullopt, &encoder_, RunOptions{});
  std::vector<std::string_view> texts;
  for (const Document& document : corpus->corpus.documents) texts.push_back(document.indexed_text);
  const CorpusLanguage counted = CorpusLanguage::of(texts, FluencyOptions{}, RunOptions{}).value();
  for (const std::string_view text : texts) {
    const auto words = ngram_words(text);
    EXPECT_EQ(kept.fluency(words, true).bits, counted.fluency(words, true).bits);
  }
}

TEST_F(Index, ExportedVectorsFitTheCorpusWithItsBadRecords) {
  write("c.jsonl", line("a", "one two") + "{broken\n" + line("b", "three four"));
  EXPECT_EQ(build_index(options(), models(), RunOptions{})->errors.size(), 1U);
  AuditOptions audit_options;
  audit_options.corpus = path("c.jsonl");
  audit_options.embeddings = path("v.npy");
  const AuditReport report = audit(audit_options, ModelsInUse{}, RunOptions{}).value();
  EXPECT_EQ(report.documents.size(), 2U);
  EXPECT_EQ(open_embeddings(path("v.npy"))->rows().n_rows, 3U);
}

TEST_F(Index, DocumentsThatChangedAreEncodedAgain) {
  write("c.jsonl", plain_corpus(10));
  ASSERT_TRUE(build_index(options(), models(), RunOptions{}).ok());
  write("c.jsonl", plain_corpus(9) + line("new", "another text"));
  const auto loaded = load_corpus_vectors(path("index"), std::nullopt, &encoder_, RunOptions{});
  ASSERT_TRUE(loaded.ok()) << to_string(loaded.error());
  EXPECT_EQ(encoder_.n_encoded(), 11U);
  EXPECT_EQ(loaded->corpus.documents[9].id, "new");
}

TEST_F(Index, QueriesOfAnotherModelAreRefused) {
  write("c.jsonl", plain_corpus(10));
  ASSERT_TRUE(build_index(options(), models(), RunOptions{}).ok());
  FakeEncoder other(16);
  const auto loaded = load_corpus_vectors(path("index"), std::nullopt, &other, RunOptions{});
  ASSERT_FALSE(loaded.ok());
  EXPECT_NE(loaded.error().message.find("fake-encoder"), std::string::npos);
}

}  // namespace
}  // namespace ragsieve
