#include "ragsieve/detect/filter_terms.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace ragsieve {
namespace {

// Five candidates and a tail in two dimensions; vectors of length 1 at the angles given, so that a
// cosine is that of the difference of two angles.
class Retrieval {
 public:
  void add(std::string_view text, double angle) {
    texts_.push_back(text);
    values_.push_back(static_cast<float>(std::cos(angle)));
    values_.push_back(static_cast<float>(std::sin(angle)));
  }

  FilterInput input(std::string_view query) {
    norms_.assign(texts_.size(), 1.0);
    FilterInput input;
    input.query = query;
    input.query_vector = query_;
    input.texts = texts_;
    input.vectors = {values_.data(), texts_.size(), 2, Scalar::kFloat32, norms_};
    input.counted.assign(texts_.size(), false);
    return input;
  }

 private:
  std::vector<std::string_view> texts_;
  std::vector<float> values_;
  std::vector<double> norms_;
  std::vector<float> query_{1, 0};
};

Retrieval plain(std::size_t tail = 15) {
  Retrieval retrieval;
  for (std::size_t i = 0; i < 5 + tail; ++i) retrieval.add("a text on something else", 1.0);
  return retrieval;
}

double of(const FilterInput& input, std::size_t i, FilterTerm term,
          const FilterTermOptions& options = {}) {
  const auto terms = filter_terms(input, options);
  EXPECT_TRUE(terms.ok());
  return terms.ok() ? (*terms)[i].of(term) : std::nan("");
}

TEST(FilterTerms, OfCandidatesLikeTheirTailAreNothing) {
  Retrieval retrieval = plain();
  const FilterInput input = retrieval.input("what is it");
  for (const FilterTerm term : {FilterTerm::kDensity, FilterTerm::kSimilarity, FilterTerm::kFocus,
                                FilterTerm::kQuestionPairs, FilterTerm::kQuestionWords}) {
    EXPECT_NEAR(of(input, 0, term), 0, 1e-9) << filter_term_name(term);
  }
  EXPECT_EQ(of(input, 0, FilterTerm::kAnchor), 0);  // held by all of the tail
  EXPECT_EQ(of(input, 0, FilterTerm::kFluency), 0);
}

TEST(FilterTerms, DensityIsCompanyInOtherWordsOverTheTail) {
  Retrieval retrieval;
  retrieval.add("the capital is oslo", 0.0);
  retrieval.add("norway is ruled from a city named bergen", 0.1);
  retrieval.add("it was moved long ago they say", 0.2);
  retrieval.add("unrelated words here", 1.5);
  retrieval.add("nothing of that kind", 1.5);
  for (int i = 0; i < 10; ++i) retrieval.add("a text on something else", 1.0);
  const FilterInput input = retrieval.input("q");
  const double expected = (std::cos(0.1) + std::cos(0.2)) / 2 - std::cos(1.0);
  EXPECT_NEAR(of(input, 0, FilterTerm::kDensity), expected, 1e-6);
}

TEST(FilterTerms, DensityLeavesCopiesOut) {
  Retrieval retrieval;
  for (int i = 0; i < 5; ++i) retrieval.add("the same words in every one of them", 0.0);
  for (int i = 0; i < 10; ++i) retrieval.add("a text on something else", 1.0);
  EXPECT_EQ(of(retrieval.input("q"), 0, FilterTerm::kDensity), 0);
}

TEST(FilterTerms, SimilarityAndTheQuestionsWordsAreOverTheTail) {
  Retrieval retrieval;
  retrieval.add("Who wrote Faust? Marlowe wrote it", 0.5);
  for (int i = 0; i < 4; ++i) retrieval.add("a text on something else", 1.0);
  for (int i = 0; i < 10; ++i) retrieval.add("faust, a text on something else", 1.0);
  const FilterInput input = retrieval.input("who wrote faust");
  EXPECT_NEAR(of(input, 0, FilterTerm::kSimilarity), std::cos(0.5) - std::cos(1.0), 1e-6);
  EXPECT_NEAR(of(input, 0, FilterTerm::kQuestionPairs), 1, 1e-9);            // both, the tail none
  EXPECT_NEAR(of(input, 0, FilterTerm::kQuestionWords), 1 - 1.0 / 3, 1e-9);  // the tail "faust"
  EXPECT_NEAR(of(input, 0, FilterTerm::kFocus), 4.0 / 6 - 1.0 / 6, 1e-9);
}

TEST(FilterTerms, TheTailsLargestValuesAreLeftOut) {
  Retrieval retrieval;
  for (int i = 0; i < 5; ++i) retrieval.add("who wrote faust", 1.0);
  for (int i = 0; i < 3; ++i) retrieval.add("who wrote faust", 1.0);  // of 20, floor(0.15 * 20) = 3
  for (int i = 0; i < 17; ++i) retrieval.add("a text on something else", 1.0);
  EXPECT_NEAR(of(retrieval.input("who wrote faust"), 0, FilterTerm::kQuestionPairs), 1, 1e-9);
}

TEST(FilterTerms, AnchorIsSimesOverWordsThatCandidatesShare) {
  Retrieval retrieval;
  retrieval.add("zorblax", 0.3);
  retrieval.add("zorblax", 0.3);
  for (int i = 0; i < 3; ++i) retrieval.add("a text on something else", 1.0);
  for (int i = 0; i < 15; ++i) retrieval.add("a text on something else", 1.0);
  const FilterInput input = retrieval.input("q");
  // Two of 20 documents hold it, both among the five: C(5, 2) / C(20, 2) = 10 / 190.
  EXPECT_NEAR(of(input, 0, FilterTerm::kAnchor), std::log(19.0), 1e-9);
  const auto terms = filter_terms(input, {});
  ASSERT_TRUE(terms.ok());
  ASSERT_EQ((*terms)[0].shared.size(), 1U);
  EXPECT_EQ((*terms)[0].shared[0].text, "zorblax");
  EXPECT_EQ((*terms)[0].shared[0].candidates, 2U);
  EXPECT_EQ((*terms)[0].shared[0].documents, 2U);
  EXPECT_EQ(of(retrieval.input("zorblax"), 0, FilterTerm::kAnchor), 0);  // the question's own word
}

TEST(FilterTerms, AnchorsAreSeenInScriptsWithoutSpaces) {
  Retrieval retrieval;
  retrieval.add("答案是巴黎", 0.3);
  retrieval.add("巴黎就是", 0.3);
  for (int i = 0; i < 18; ++i) retrieval.add("其他文字", 1.0);
  EXPECT_NEAR(of(retrieval.input("首都在哪里"), 0, FilterTerm::kAnchor), std::log(19.0), 0.7);
}

TEST(FilterTerms, LanguageGivesFluencyAndRarity) {
  const std::vector<std::string_view> corpus(30, "the cat sat on the mat");
  const auto language = CorpusLanguage::of(corpus, {}, {});
  ASSERT_TRUE(language.ok());
  Retrieval retrieval;
  retrieval.add("qwx zzyv plk", 1.0);
  for (int i = 0; i < 19; ++i) retrieval.add("the cat sat on the mat", 1.0);
  FilterInput input = retrieval.input("cat");
  input.language = &*language;
  EXPECT_GT(of(input, 0, FilterTerm::kFluency), of(input, 1, FilterTerm::kFluency) + 3);
  EXPECT_GT(of(input, 0, FilterTerm::kRarity), of(input, 1, FilterTerm::kRarity) + 3);
}

TEST(FilterTerms, InjectionIsPassedThrough) {
  Retrieval retrieval = plain();
  FilterInput input = retrieval.input("q");
  const std::vector<double> scores{0, 0.7, 0, 0, 0};
  input.injection = scores;
  EXPECT_EQ(of(input, 1, FilterTerm::kInjection), 0.7);
}

TEST(FilterTerms, InspectAtMostTheRanksAskedFor) {
  Retrieval retrieval = plain(35);
  for (int i = 0; i < 30; ++i) retrieval.add("who wrote faust", 0.1);
  EXPECT_NEAR(of(retrieval.input("who wrote faust"), 0, FilterTerm::kSimilarity), 0, 1e-9);
}

TEST(FilterTerms, RefuseATailThatIsTooShort) {
  Retrieval retrieval = plain(4);
  const auto terms = filter_terms(retrieval.input("q"), {});
  ASSERT_FALSE(terms.ok());
  EXPECT_EQ(terms.error().code, Code::kInvalidArgument);
  EXPECT_NE(terms.error().message.find("10 ranked documents or more"), std::string::npos);
}

TEST(FilterTerms, RefuseVectorsThatDoNotFit) {
  Retrieval retrieval = plain();
  FilterInput input = retrieval.input("q");
  input.vectors.n_rows = 3;
  EXPECT_FALSE(filter_terms(input, {}).ok());
  input = retrieval.input("q");
  const std::vector<double> scores{0.5};
  input.injection = scores;
  EXPECT_FALSE(filter_terms(input, {}).ok());
}

TEST(FilterTermOptions, AreChecked) {
  for (const auto& [name, options] : std::vector<std::pair<std::string, FilterTermOptions>>{
           {"k", {.k = 0}}, {"n", {.n = 5}}, {"trim", {.trim = 0.6}}, {"tau_l", {.tau_l = -1}}}) {
    const Status status = options.validate();
    ASSERT_FALSE(status.ok()) << name;
    EXPECT_NE(status.error().message.find(name), std::string::npos);
  }
}

}  // namespace
}  // namespace ragsieve
