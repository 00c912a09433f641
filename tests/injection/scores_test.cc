// The scores that the built-in rules give to the labelled samples, pinned: the value cache keeps a
// score as long as its rules are the same, so a change of the code that scores differently has to
// be seen.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/file.h"
#include "ragsieve/base/limits.h"
#include "ragsieve/config/injection_rules.h"
#include "ragsieve/core/injection_rules.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/detect/injection_scorer.h"
#include "ragsieve/json/reader.h"

namespace ragsieve {
namespace {

// From the folder of the sources, where tests run.
std::vector<Document> labelled_samples() {
  std::vector<Document> documents;
  constexpr std::array<std::string_view, 2> kFields{"title", "text"};
  json::Reader reader;
  for (const char* name : {"injection_sentences", "report", "tuning"}) {
    const std::string path = std::string("samples/labelled/") + name + ".jsonl";
    std::istringstream lines(read_file(path, limits::kConfigBytes).value());
    for (std::string line; std::getline(lines, line);) {
      const auto fields = reader.string_members(line, kFields).value();
      set_fields(documents.emplace_back(), fields[0].value_or(""), fields[1].value());
    }
  }
  return documents;
}

struct Pinned {
  std::size_t n_documents = 0;
  std::string sum;
  std::string digest;  // of the scores, one a line
};

std::string nine_digits(double value) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.9f", value);
  return text.data();
}

Pinned scored(InjectionRules rules) {
  const std::vector<Document> documents = labelled_samples();
  std::vector<InjectionText> texts;
  for (const Document& document : documents) texts.push_back(injection_text(document));
  const auto scorer = InjectionScorer::of(std::move(rules), nullptr).value();
  double sum = 0;
  std::string lines;
  const std::vector<double> scores = scorer->scores(texts, {}).value();
  for (const double score : scores) {
    sum += score;
    lines += nine_digits(score) + "\n";
  }
  return {documents.size(), nine_digits(sum), to_hex(sha256(lines)).substr(0, 16)};
}

void expect_pinned(const Pinned& found, const Pinned& pinned) {
  EXPECT_TRUE(found.n_documents == pinned.n_documents && found.sum == pinned.sum &&
              found.digest == pinned.digest)
      << found.n_documents << " documents, sum " << found.sum << ", digest " << found.digest
      << "; pinned: " << pinned.n_documents << ", " << pinned.sum << ", " << pinned.digest
      << ". Where code changed: raise the number of kKind in detect/injection_scorer.cc, or caches "
         "keep the old scores. Where rules or samples changed: that is in the key. Then pin anew.";
}

TEST(InjectionScores, OfTheRulesAloneAreThePinnedOnes) {
  auto rules = builtin_injection_rules<InjectionRules>().value();
  rules.classifier.clear();
  expect_pinned(scored(std::move(rules)), {592, "135.029876678", "0ad3861a39f5eb41"});
}

TEST(InjectionScores, WithTheClassifierAreThePinnedOnes) {
  expect_pinned(scored(builtin_injection_rules<InjectionRules>().value()),
                {592, "196.375299858", "b15043bf23f1f9e1"});
}

}  // namespace
}  // namespace ragsieve
