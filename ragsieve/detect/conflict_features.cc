#include "ragsieve/detect/conflict_features.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/detect/fact_context.h"

namespace ragsieve {
namespace {

double share(std::size_t count, double of) {
  return std::min(1.0, static_cast<double>(count) / of);
}

// Words of one sentence without those inside values in dispute: what it is about.
struct Subject {
  std::vector<const FactWord*> words;

  Subject(const FactSentence& sentence, const FactDifferences& differences, bool is_candidate) {
    const std::vector<DecisiveToken>& tokens = sentence.analysed().tokens;
    std::vector<bool> disputed(sentence.analysed().lexemes.size() + 1);
    for (const FactDifference& difference : differences.list) {
      const std::size_t i = is_candidate ? difference.candidate : difference.trusted;
      if (i == kNoToken) continue;
      for (std::size_t n = 0; n < tokens[i].n_lexemes; ++n) disputed[tokens[i].lexeme + n] = true;
    }
    for (const DecisiveToken& token : tokens) {
      const bool value = token.kind == DecisiveKind::kNumber || token.kind == DecisiveKind::kDate ||
                         token.kind == DecisiveKind::kTime || token.kind == DecisiveKind::kNegation;
      for (std::size_t n = 0; value && n < token.n_lexemes; ++n) disputed[token.lexeme + n] = true;
    }
    for (const FactWord& word : sentence.words()) {
      if (!disputed[word.lexeme]) words.push_back(&word);
    }
  }
};

struct Coverage {
  double covered = 1;  // by rarity
  double rarest = 0;   // of what is not
  std::size_t extra = 0;
};

template <typename Has>
Coverage coverage(const Subject& subject, const WordRarity& rarity, Has has) {
  Coverage result;
  double total = 0;
  double found = 0;
  for (const FactWord* word : subject.words) {
    const double weight = rarity.of(word->stem);
    total += weight;
    if (has(word->stem)) {
      found += weight;
    } else {
      ++result.extra;
      result.rarest = std::max(result.rarest, weight);
    }
  }
  if (total > 0) result.covered = found / total;
  return result;
}

// Longest common subsequence of the two word sequences, of the longer one's length.
double frame(const Subject& a, const Subject& b) {
  const std::size_t longer = std::max(a.words.size(), b.words.size());
  if (longer == 0) return 0;
  std::vector<std::size_t> row(b.words.size() + 1);
  for (const FactWord* word : a.words) {
    std::size_t diagonal = 0;
    for (std::size_t j = 0; j < b.words.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = word->stem == b.words[j]->stem ? diagonal + 1 : std::max(above, row[j]);
      diagonal = above;
    }
  }
  return static_cast<double>(row.back()) / static_cast<double>(longer);
}

// Share of the first three words of meaning that the other side has.
double first_words(const Subject& subject, const FactSentence& other, const WordRarity& rarity) {
  constexpr std::size_t kFirst = 3;
  double total = 0;
  double found = 0;
  for (std::size_t i = 0; i < std::min(kFirst, subject.words.size()); ++i) {
    const double weight = rarity.of(subject.words[i]->stem);
    total += weight;
    if (other.has_stem(subject.words[i]->stem)) found += weight;
  }
  return total > 0 ? found / total : 0.5;
}

std::size_t count_names(const FactSentence& sentence, const std::vector<std::size_t>& tokens) {
  return static_cast<std::size_t>(std::count_if(tokens.begin(), tokens.end(), [&](std::size_t i) {
    return sentence.analysed().tokens[i].kind == DecisiveKind::kName;
  }));
}

// A name or date that the other sentence lacks stands among the first words.
bool opens_with_other(const FactSentence& sentence, const FactDifferences& differences,
                      bool is_candidate) {
  std::vector<std::size_t> tokens =
      is_candidate ? differences.open_candidate : differences.open_trusted;
  for (const FactDifference& difference : differences.list) {
    tokens.push_back(is_candidate ? difference.candidate : difference.trusted);
  }
  return std::any_of(tokens.begin(), tokens.end(), [&](std::size_t i) {
    if (i == kNoToken) return false;
    const DecisiveToken& token = sentence.analysed().tokens[i];
    const bool names = token.kind == DecisiveKind::kName || token.kind == DecisiveKind::kDate;
    return names && opens_sentence(sentence, token);
  });
}

bool is_code(const FactSentence& sentence, std::size_t token) {
  return token != kNoToken && sentence.analysed().tokens[token].code;
}

// A name in a title: not a word that the corpus writes without a capital.
bool is_title_name(const DecisiveToken& name, const WordRarity& rarity) {
  if (name.code) return true;
  const std::string first = stem(name.name.substr(0, name.name.find(' ')), Language::kEnglish);
  return name.opens ? rarity.is_name(first) : !rarity.is_ordinary(first);
}

// Names that only the candidate's title has: it speaks of them, the trusted side does not.
void set_title(const FactSentence& candidate, const FactSentence& trusted, const WordRarity& rarity,
               ConflictFeatures& out) {
  std::size_t foreign = 0;
  for (const DecisiveToken& name : candidate.subject().names()) {
    if (says_all_words(trusted, name.name) || !is_title_name(name, rarity)) continue;
    ++foreign;
    const std::string first = name.name.substr(0, name.name.find(' '));
    if (name.code && trusted.says(first)) out[conflict_feature("title_codes")] = 1;
  }
  out[conflict_feature("title_names")] = share(foreign, 2);
  const std::vector<std::string>& mine = candidate.subject().values();
  const std::vector<std::string>& theirs = trusted.subject().values();
  const bool sisters = !std::includes(mine.begin(), mine.end(), theirs.begin(), theirs.end()) &&
                       !std::includes(theirs.begin(), theirs.end(), mine.begin(), mine.end());
  out[conflict_feature("title_values")] = sisters ? 1 : 0;
}

// Share of a title's words, by rarity, for which `there` holds; nothing without a title.
template <typename There>
std::optional<double> title_share(const FactSubject& title, const WordRarity& rarity, There there) {
  double total = 0;
  double found = 0;
  for (const std::string& stem : title.hint()) {
    const double weight = rarity.of(stem);
    total += weight;
    found += there(stem) ? weight : 0;
  }
  return total > 0 ? std::optional(found / total) : std::nullopt;
}

// Whether the sentences and their documents speak of what the other's title says. A sentence
// without any word of its own title speaks of it all the same ("It opened in 1921").
void set_about(const FactSentence& candidate, const FactSentence& trusted, const WordRarity& rarity,
               ConflictFeatures& out) {
  const auto in_document = [&](const std::string& stem) {
    const bool there = candidate.subject().document_has(stem);
    if (!there && rarity.is_name(stem)) out[conflict_feature("elsewhere")] = 1;
    return there;
  };
  const auto about = title_share(trusted.subject(), rarity, in_document);
  const auto back = title_share(candidate.subject(), rarity,
                                [&](const std::string& stem) { return trusted.has_stem(stem); });
  const auto own = [&](const FactSentence& sentence) {
    return title_share(sentence.subject(), rarity,
                       [&](const std::string& stem) { return sentence.has_word(stem); });
  };
  out[conflict_feature("about")] = about.value_or(0.5);
  out[conflict_feature("hint_back")] = back.value_or(0.5);
  if (about) {
    const double said = *own(trusted);
    out[conflict_feature("implicit")] = (1 - said) * (1 - *about);
    out[conflict_feature("other")] = said * (1 - *about);
  }
  if (back) {
    const double said = *own(candidate);
    out[conflict_feature("implicit_back")] = (1 - said) * (1 - *back);
    out[conflict_feature("other_back")] = said * (1 - *back);
  }
}

void set_subject(const FactSentence& candidate, const FactSentence& trusted,
                 const FactDifferences& differences, const WordRarity& rarity,
                 ConflictFeatures& out) {
  const Subject mine(candidate, differences, true);
  const Subject theirs(trusted, differences, false);
  const auto in = [](const FactSentence& other) {
    return [&](const std::string& stem) { return other.has_stem(stem); };
  };
  const Coverage forth = coverage(mine, rarity, in(trusted));
  const Coverage back = coverage(theirs, rarity, in(candidate));
  out[conflict_feature("covered")] = forth.covered;
  out[conflict_feature("covered_back")] = back.covered;
  out[conflict_feature("covered_best")] = std::max(forth.covered, back.covered);
  const double common = frame(mine, theirs);
  out[conflict_feature("frame")] = common;
  out[conflict_feature("substituted")] = forth.extra > 0 && back.extra > 0 ? common : 0;
  const bool few = forth.extra > 0 && back.extra > 0 && forth.extra <= 2 && back.extra <= 2;
  out[conflict_feature("lone_swap")] = few && common >= 0.6 ? 1 : 0;
  out[conflict_feature("rarest")] = forth.rarest;
  out[conflict_feature("rarest_back")] = back.rarest;
  out[conflict_feature("qualifier")] = back.covered * forth.rarest;
  out[conflict_feature("qualifier_back")] = forth.covered * back.rarest;
  out[conflict_feature("extra")] = share(forth.extra, 8);
  out[conflict_feature("extra_back")] = share(back.extra, 8);
  out[conflict_feature("subject")] =
      (first_words(mine, trusted, rarity) + first_words(theirs, candidate, rarity)) / 2;
  out[conflict_feature("copy")] = forth.extra == 0 && back.extra == 0 ? 1 : 0;
}

// What is told over two sentences: the words of one among those of the other and what stands
// before it.
void set_window(const FactSentence& candidate, const FactSentence& trusted,
                const FactDifferences& differences, const WordRarity& rarity,
                ConflictFeatures& out) {
  const auto in = [](const FactSentence& other) {
    return [&](const std::string& stem) { return other.window_has(stem); };
  };
  const Coverage forth = coverage(Subject(candidate, differences, true), rarity, in(trusted));
  const Coverage back = coverage(Subject(trusted, differences, false), rarity, in(candidate));
  out[conflict_feature("window")] = forth.covered;
  out[conflict_feature("window_back")] = back.covered;
  out[conflict_feature("window_rarest")] = forth.rarest;
  out[conflict_feature("window_rarest_back")] = back.rarest;
}

void set_differences(const FactSentence& candidate, const FactSentence& trusted,
                     const FactDifferences& differences, ConflictFeatures& out) {
  const FactDifference& best = differences.list.front();
  out[conflict_feature("more_groups")] = share(differences.groups - 1, 3);
  out[conflict_feature("several")] = differences.groups > 1 ? 1 : 0;
  out[conflict_feature("slot")] = best.slot;
  out[conflict_feature("same_noun")] = best.same_noun ? 1 : 0;
  out[conflict_feature("number") + static_cast<std::size_t>(best.kind)] = 1;  // as the enum
  const bool value = best.kind != DecisiveKind::kNegation && best.kind != DecisiveKind::kPolarity;
  out[conflict_feature("weak")] = value ? 0 : 1 - out[conflict_feature("frame")];
  const bool name = best.kind == DecisiveKind::kName;
  out[conflict_feature("name_loose")] = name ? 1 - out[conflict_feature("frame")] : 0;
  const std::size_t foreign = count_names(candidate, differences.open_candidate);
  const std::size_t foreign_back = count_names(trusted, differences.open_trusted);
  out[conflict_feature("names")] = share(differences.agreed_names, 3);
  out[conflict_feature("foreign")] = share(foreign, 2);
  out[conflict_feature("foreign_back")] = share(foreign_back, 2);
  out[conflict_feature("agreed")] = share(differences.agreed - differences.agreed_names, 3);
  out[conflict_feature("open")] = share(differences.open_candidate.size() - foreign, 3);
  out[conflict_feature("open_back")] = share(differences.open_trusted.size() - foreign_back, 3);
  const bool both = opens_with_other(candidate, differences, true) &&
                    opens_with_other(trusted, differences, false);
  out[conflict_feature("at_subject")] = both ? 1 : 0;
  for (const FactDifference& difference : differences.list) {
    if (difference.kind != DecisiveKind::kName) continue;
    if (is_code(candidate, difference.candidate) || is_code(trusted, difference.trusted)) {
      out[conflict_feature("code")] = 1;
    }
  }
}

}  // namespace

ConflictFeatures conflict_features(const FactSentence& candidate, const FactSentence& trusted,
                                   const FactNearness& nearness, const FactDifferences& differences,
                                   const WordRarity& rarity) {
  ConflictFeatures out{};
  out[conflict_feature("cosine")] = nearness.cosine;
  out[conflict_feature("margin")] = std::clamp(2 * nearness.margin, -1.0, 1.0);
  set_subject(candidate, trusted, differences, rarity, out);
  set_window(candidate, trusted, differences, rarity, out);
  set_title(candidate, trusted, rarity, out);
  set_about(candidate, trusted, rarity, out);
  if (!differences.list.empty()) set_differences(candidate, trusted, differences, out);
  const double far = 1 - nearness.cosine;
  out[conflict_feature("frame_far")] = out[conflict_feature("frame")] * far;
  out[conflict_feature("swap_far")] = out[conflict_feature("lone_swap")] * far;
  out[conflict_feature("revises")] = differences.replaces ? 1 : 0;
  return out;
}

}  // namespace ragsieve
