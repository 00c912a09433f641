#include "ragsieve/detect/injection_classifier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "ragsieve/detect/injection.h"
#include "ragsieve/detect/injection_windows.h"

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// "o" (31) at the word "kettle", the n-grams of which are otherwise of no weight.
std::string model(const std::string& named) {
  std::string letters(kGramBuckets, 'P');
  letters[token_buckets(gram_tokens("kettle")[0])[0]] = 'o';
  std::string text = "ragsieve injection classifier 1\n" + named + "weights\n";
  for (std::size_t i = 0; i < letters.size(); i += 128) text += letters.substr(i, 128) + "\n";
  return text;
}

InjectionRules rules() {
  InjectionRules made;
  made.concepts = {{"you", "en", "you|your", true},
                   {"answer", "en", "answer|reply", true},
                   {"answer", "de", "antworte", true},
                   {"secret", "en", "secretly", true}};
  made.classifier = model(
      "bias -3000000\nalarm 0\ngrams 10000\nconcept.answer 1000000\nconcept.you 2000000\n"
      "concept.secret 500000\nrule.ignore 700000\nrules.score 1000000\nrules.alarm 100000\n");
  InjectionRule rule;
  rule.id = "en.ignore";
  rule.category = "override";
  rule.language = "en";
  rule.weight = 0.5;
  rule.pattern = "ignore{_}it";
  made.rules = {rule};
  made.topics = {"attacks"};
  return made;
}

InjectionClassifier classifier() {
  auto made = InjectionClassifier::compile(rules());
  EXPECT_TRUE(made.ok());
  return std::move(made).value();
}

InjectionResult scan(const std::string& text) {
  const auto detector = InjectionDetector::compile(rules());
  EXPECT_TRUE(detector.ok());
  Document document;
  set_fields(document, "", text);
  return detector->scan(document);
}

TEST(InjectionClassifier, AddsConceptsRulesAndGrams) {
  const InjectionClassifier made = classifier();
  const ReadSentence sentence = made.read("you answer secretly");
  EXPECT_THAT(made.concept_names(sentence.concepts), ElementsAre("answer", "secret", "you"));
  EXPECT_DOUBLE_EQ(made.score(sentence, {}), -3 + 1 + 2 + 0.5);
  EXPECT_DOUBLE_EQ(made.score(sentence, {{"ignore"}, 0.5}), 0.5 + 0.7 + 0.5 + 0.1);
  EXPECT_DOUBLE_EQ(made.score(sentence, {{"other"}, 0.25}), 0.5 + 0.25);
}

TEST(InjectionClassifier, ConceptsAreThoseOfTheSentencesLanguage) {
  const InjectionClassifier made = classifier();
  EXPECT_THAT(made.concept_names(made.read("antworte auf die frage").concepts),
              ElementsAre("answer"));
  EXPECT_THAT(made.concept_names(made.read("we found the antworte that is it").concepts),
              IsEmpty());
}

TEST(InjectionClassifier, AConceptAloneNeedsSomebodyAddressed) {
  const InjectionClassifier made = classifier();
  EXPECT_THAT(made.concept_names(made.read("the boat left secretly").concepts), IsEmpty());
}

TEST(InjectionClassifier, HeaviestWordsAreThoseWithWeight) {
  const InjectionClassifier made = classifier();
  EXPECT_THAT(made.heaviest_words(made.read("the kettle, a kettle"), 3), ElementsAre("kettle"));
  EXPECT_THAT(made.heaviest_words(made.read("a spoon"), 3), IsEmpty());
}

TEST(InjectionClassifier, WeightGrowsFromTheAlarmLevelAndStops) {
  const InjectionClassifier made = classifier();
  EXPECT_DOUBLE_EQ(made.weight_of(0), 0.5);
  EXPECT_DOUBLE_EQ(made.weight_of(1), 0.6);
  EXPECT_DOUBLE_EQ(made.weight_of(9), 0.7);
}

TEST(InjectionClassifier, ErrorsOfConceptsNameThem) {
  InjectionRules wrong = rules();
  wrong.concepts[0].pattern = "(";
  const auto made = InjectionClassifier::compile(wrong);
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, Code::kInvalidConfig);
  EXPECT_EQ(made.error().where.field, "en.concepts.you");
  wrong = rules();
  wrong.concepts.clear();
  for (int i = 0; i < 65; ++i) wrong.concepts.push_back({"c" + std::to_string(i), "en", "x", true});
  const auto many = InjectionClassifier::compile(wrong);
  ASSERT_FALSE(many.ok());
  EXPECT_EQ(many.error().code, Code::kTooLarge);
  EXPECT_THAT(many.error().message, HasSubstr("expected at most 64"));
}

TEST(InjectionClassifier, ASentenceAtTheAlarmLevelIsAFindingWithItsSpanAndWords) {
  const std::string text = "The boat is at the pier. You answer by the kettle. The sea is calm.";
  EXPECT_THAT(scan(text).findings, IsEmpty());  // three sentences have three chances
  const InjectionResult found = scan("You answer by the kettle secretly.");
  ASSERT_THAT(found.findings, SizeIs(1));
  EXPECT_EQ(found.findings[0].rule, "any.classifier");
  EXPECT_EQ(found.findings[0].category, "sentence");
  EXPECT_EQ(found.findings[0].span.text, "You answer by the kettle secretly.");
  EXPECT_THAT(found.findings[0].words, ElementsAre("kettle"));
  EXPECT_GE(found.score, kInjectionAlarm);
}

TEST(InjectionClassifier, AWeakRuleCountsLessInASentenceThatItTakesForHarmless) {
  InjectionRules doubting = rules();
  doubting.rules[0].weight = 0.6;
  doubting.classifier = model("bias -9000000\nalarm 0\n");
  const auto weight_in = [](const InjectionRules& from) {
    const auto detector = InjectionDetector::compile(from);
    EXPECT_TRUE(detector.ok());
    Document document;
    set_fields(document, "", "Ignore it.");
    return detector->scan(document).findings.at(0).weight;
  };
  EXPECT_DOUBLE_EQ(weight_in(doubting), 0.6 * 0.8);
  doubting.rules[0].weight = 0.9;
  EXPECT_DOUBLE_EQ(weight_in(doubting), 0.9);
  doubting.rules[0].weight = 0.6;
  doubting.classifier = model("bias -1000000\nalarm 0\n");
  EXPECT_DOUBLE_EQ(weight_in(doubting), 0.6);
}

TEST(InjectionClassifier, TalkAboutAttacksTakesItsWeight) {
  const InjectionResult found = scan("You answer secretly.\nThis page is about attacks.");
  for (const InjectionFinding& finding : found.findings) EXPECT_TRUE(finding.quoted);
  EXPECT_LT(found.score, kInjectionAlarm);
}

TEST(InjectionClassifier, AMissingClassifierLeavesTheRulesAlone) {
  InjectionRules alone = rules();
  alone.classifier.clear();
  const auto detector = InjectionDetector::compile(alone);
  ASSERT_TRUE(detector.ok());
  Document document;
  set_fields(document, "", "You answer secretly. Ignore it.");
  EXPECT_THAT(detector->scan(document).findings, SizeIs(1));
  EXPECT_THAT(detector->windows(document), IsEmpty());
}

TEST(InjectionClassifier, AWrongModelIsAnError) {
  InjectionRules wrong = rules();
  wrong.classifier = "weights";
  const auto detector = InjectionDetector::compile(wrong);
  ASSERT_FALSE(detector.ok());
  EXPECT_THAT(detector.error().message, HasSubstr("injection classifier"));
}

TEST(InjectionWindows, AreSentencesAndNeighboursWithWhatMatched) {
  const auto detector = InjectionDetector::compile(rules());
  ASSERT_TRUE(detector.ok());
  Document document;
  set_fields(document, "", "You reply. Ignore it.");
  const auto windows = detector->windows(document);
  ASSERT_THAT(windows, SizeIs(3));
  EXPECT_EQ(windows[0].range, (ByteRange{0, 10}));
  EXPECT_THAT(windows[0].concepts, ElementsAre("answer", "you"));
  EXPECT_THAT(windows[0].rules, IsEmpty());
  EXPECT_THAT(windows[1].rules, ElementsAre("ignore"));
  EXPECT_EQ(windows[2].range, (ByteRange{0, 21}));
  EXPECT_THAT(windows[2].rules, ElementsAre("ignore"));
  EXPECT_EQ(windows[2].rule_score, 0.5);
}

TEST(FiredIndex, FindsWhatOverlapsOnceByName) {
  const FiredIndex index(
      {{{0, 100}, "long", 0.5}, {{10, 12}, "a", 0.2}, {{30, 40}, "b", 0.2}, {{35, 36}, "b", 0.4}});
  EXPECT_THAT(index.in({20, 30}).names, ElementsAre("long"));
  EXPECT_THAT(index.in({30, 36}).names, ElementsAre("b", "long"));
  EXPECT_THAT(index.in({100, 200}).names, IsEmpty());
  EXPECT_DOUBLE_EQ(index.in({0, 20}).score, 1 - 0.5 * 0.8);
}

}  // namespace
}  // namespace ragsieve
