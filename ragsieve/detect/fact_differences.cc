#include "ragsieve/detect/fact_differences.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "ragsieve/detect/fact_context.h"

namespace ragsieve {
namespace {

constexpr std::size_t kMostTokens = 256;  // of a sentence that are compared

bool is_value(DecisiveKind kind) {
  return kind != DecisiveKind::kNegation && kind != DecisiveKind::kPolarity;
}

// One side of the comparison: which tokens count and which are met on the other side.
struct Side {
  const FactSentence& sentence;
  std::vector<bool> counts;
  std::vector<bool> met;

  Side(const FactSentence& of, const WordRarity& rarity) : sentence(of) {
    const std::vector<DecisiveToken>& tokens = of.analysed().tokens;
    counts.resize(std::min(tokens.size(), kMostTokens));
    met.resize(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const bool name = tokens[i].kind == DecisiveKind::kName;
      counts[i] = is_value(tokens[i].kind) && (!name || is_real_name(of, tokens[i], rarity));
    }
  }
  [[nodiscard]] const DecisiveToken& token(std::size_t i) const {
    return sentence.analysed().tokens[i];
  }
  [[nodiscard]] bool open(std::size_t i) const { return counts[i] && !met[i]; }
  [[nodiscard]] std::size_t size() const { return counts.size(); }
};

bool same_dimension(const DecisiveToken& a, const DecisiveToken& b) {
  return a.kind != DecisiveKind::kNumber || a.dimension == b.dimension;
}

void meet_equals(Side& a, Side& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!a.open(i)) continue;
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (!b.counts[j] || (b.met[j] && b.token(j).kind == DecisiveKind::kNumber)) continue;
      if (!same_dimension(a.token(i), b.token(j)) || !same_value(a.token(i), b.token(j))) continue;
      a.met[i] = b.met[j] = true;
      break;
    }
  }
}

// A number without a unit meets an equal one with a unit ("within seven", "seven days"), unless
// the other side has an open number of that unit: then that is its counterpart.
void meet_without_unit(Side& a, Side& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!a.open(i) || a.token(i).kind != DecisiveKind::kNumber) continue;
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (!b.open(j) || same_dimension(a.token(i), b.token(j))) continue;
      if (!same_value(a.token(i), b.token(j))) continue;
      const auto rival = [&](const Side& side, const std::string& dimension) {
        for (std::size_t k = 0; k < side.size(); ++k) {
          if (side.open(k) && side.token(k).kind == DecisiveKind::kNumber && !dimension.empty() &&
              side.token(k).dimension == dimension) {
            return true;
          }
        }
        return false;
      };
      if (rival(b, a.token(i).dimension) || rival(a, b.token(j).dimension)) continue;
      a.met[i] = b.met[j] = true;
      break;
    }
  }
}

// A name is met where every word of it stands in the other sentence or its title.
void meet_names_in_words(Side& a, const FactSentence& other) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a.open(i) && a.token(i).kind == DecisiveKind::kName) {
      a.met[i] = says_all_words(other, a.token(i).name);
    }
  }
}

// Lower score first, ties by the tokens: an order that does not hang on the sort.
bool before(double score_a, const FactDifference& a, double score_b, const FactDifference& b) {
  return std::tie(score_a, b.candidate, b.trusted, b.kind) <
         std::tie(score_b, a.candidate, a.trusted, a.kind);
}

class Comparer {
 public:
  Comparer(const FactSentence& candidate, const FactSentence& trusted, const WordRarity& rarity)
      : candidate_(candidate, rarity), trusted_(trusted, rarity), rarity_(rarity) {}

  FactDifferences run() {
    meet_equals(candidate_, trusted_);
    meet_equals(trusted_, candidate_);
    meet_without_unit(candidate_, trusted_);
    meet_names_in_words(candidate_, trusted_.sentence);
    meet_names_in_words(trusted_, candidate_.sentence);
    count_agreed();
    reopen_replaced();
    pair_values();
    add_negations(candidate_, trusted_, true);
    add_negations(trusted_, candidate_, false);
    add_polarities();
    finish();
    return std::move(result_);
  }

 private:
  void count_agreed() {
    for (std::size_t i = 0; i < candidate_.size(); ++i) {
      if (!candidate_.met[i]) continue;
      ++result_.agreed;
      result_.agreed_names += candidate_.token(i).kind == DecisiveKind::kName ? 1 : 0;
    }
  }

  // "from 600 to 900 requests": a revision repeats the value that it replaces, which then is the
  // counterpart of the new one.
  void reopen_replaced() {
    if (!candidate_.sentence.revises()) return;
    for (std::size_t i = 0; i < candidate_.size(); ++i) {
      if (!candidate_.open(i) || candidate_.token(i).kind == DecisiveKind::kName) continue;
      for (std::size_t j = 0; j < trusted_.size(); ++j) {
        const bool value = trusted_.counts[j] && comparable(candidate_.token(i), trusted_.token(j));
        if (!value || !trusted_.met[j]) continue;
        if (!same_dimension(candidate_.token(i), trusted_.token(j))) continue;
        trusted_.met[j] = false;
        result_.replaces = true;
      }
    }
  }

  // Pairs of open tokens of one kind, the most alike contexts first.
  void pair_values() {
    std::vector<FactDifference> pairs;
    const std::vector<std::optional<FactContext>> others = open_contexts();
    for (std::size_t i = 0; i < candidate_.size(); ++i) {
      if (!candidate_.open(i)) continue;
      const FactContext around(candidate_.sentence, candidate_.token(i), rarity_);
      for (std::size_t j = 0; j < trusted_.size(); ++j) {
        if (!trusted_.open(j) || !comparable(candidate_.token(i), trusted_.token(j))) continue;
        if (!same_dimension(candidate_.token(i), trusted_.token(j))) continue;
        pairs.push_back(pair_of(i, j, around, *others[j]));
      }
    }
    std::sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
      return before(b.slot + (b.same_noun ? 0.5 : 0), b, a.slot + (a.same_noun ? 0.5 : 0), a);
    });
    for (const FactDifference& pair : pairs) {
      if (candidate_.met[pair.candidate] || trusted_.met[pair.trusted]) continue;
      candidate_.met[pair.candidate] = trusted_.met[pair.trusted] = true;
      result_.list.push_back(pair);
    }
  }

  [[nodiscard]] std::vector<std::optional<FactContext>> open_contexts() const {
    std::vector<std::optional<FactContext>> contexts(trusted_.size());
    for (std::size_t j = 0; j < trusted_.size(); ++j) {
      if (trusted_.open(j)) contexts[j].emplace(trusted_.sentence, trusted_.token(j), rarity_);
    }
    return contexts;
  }

  [[nodiscard]] FactDifference pair_of(std::size_t i, std::size_t j, const FactContext& around,
                                       const FactContext& other) const {
    const DecisiveToken& mine = candidate_.token(i);
    FactDifference pair;
    pair.kind = mine.kind;
    pair.candidate = i;
    pair.trusted = j;
    pair.slot = around.likeness(other);
    pair.same_noun = !mine.dimension.empty() || around.same_noun(other);
    return pair;
  }

  // A negation whose word stands in the other sentence without one.
  void add_negations(const Side& a, const Side& b, bool candidate_first) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      const DecisiveToken& negation = a.token(i);
      if (negation.kind != DecisiveKind::kNegation) continue;
      const auto likeness = affirmed_likeness(a.sentence, negation, b.sentence, rarity_);
      if (!likeness) continue;
      FactDifference difference;
      difference.kind = DecisiveKind::kNegation;
      (candidate_first ? difference.candidate : difference.trusted) = i;
      difference.slot = *likeness;
      difference.same_noun = true;
      result_.list.push_back(difference);
    }
  }

  // An opposite of which the candidate says one side only and the trusted sentence the other.
  void add_polarities() {
    const auto mine = sides_of(candidate_);
    const auto theirs = sides_of(trusted_);
    for (const auto& [axis, side] : mine) {
      const auto other = theirs.find(axis);
      if (other == theirs.end() || side.mixed || other->second.mixed) continue;
      if (side.value == other->second.value) continue;
      // "before the storm" and "after the harvest" may say the same.
      const bool order = axis == "order" || axis == "rank";
      if (order && !same_behind(side.token, other->second.token)) continue;
      FactDifference difference;
      difference.kind = DecisiveKind::kPolarity;
      difference.candidate = side.token;
      difference.trusted = other->second.token;
      difference.same_noun = true;
      difference.slot = FactContext(candidate_.sentence, candidate_.token(side.token), rarity_)
                            .likeness(FactContext(trusted_.sentence,
                                                  trusted_.token(other->second.token), rarity_));
      result_.list.push_back(difference);
    }
  }

  [[nodiscard]] bool same_behind(std::size_t i, std::size_t j) const {
    return FactContext(candidate_.sentence, candidate_.token(i), rarity_)
        .same_noun(FactContext(trusted_.sentence, trusted_.token(j), rarity_));
  }

  struct AxisSide {
    int value = 0;
    std::size_t token = 0;
    bool mixed = false;
  };
  static std::map<std::string, AxisSide> sides_of(const Side& side) {
    std::map<std::string, AxisSide> sides;
    for (std::size_t i = 0; i < side.size(); ++i) {
      const DecisiveToken& token = side.token(i);
      if (token.kind != DecisiveKind::kPolarity) continue;
      const auto [entry, added] = sides.try_emplace(token.axis, AxisSide{token.side, i, false});
      if (!added && entry->second.value != token.side) entry->second.mixed = true;
    }
    // What must be may be: "must" and "must not" are opposites.
    const auto duty = sides.find("duty");
    if (duty != sides.end() && duty->second.value > 0)
      sides.try_emplace("permission", duty->second);
    return sides;
  }

  void finish() {
    for (std::size_t i = 0; i < candidate_.size(); ++i) {
      if (candidate_.open(i)) result_.open_candidate.push_back(i);
    }
    for (std::size_t j = 0; j < trusted_.size(); ++j) {
      if (trusted_.open(j)) result_.open_trusted.push_back(j);
    }
    std::sort(result_.list.begin(), result_.list.end(),
              [](const auto& a, const auto& b) { return before(b.slot, b, a.slot, a); });
    result_.groups = result_.list.size();
    for (std::size_t i = 0; i < result_.list.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (neighbours(result_.list[i], result_.list[j])) {
          --result_.groups;
          break;
        }
      }
    }
  }

  // Both sides of the two differences follow each other directly: one range or list.
  [[nodiscard]] bool neighbours(const FactDifference& a, const FactDifference& b) const {
    if (a.kind != b.kind || !is_value(a.kind) || a.kind == DecisiveKind::kName) return false;
    const auto near = [](const DecisiveToken& x, const DecisiveToken& y) {
      const DecisiveToken& first = x.lexeme < y.lexeme ? x : y;
      const DecisiveToken& second = x.lexeme < y.lexeme ? y : x;
      return second.lexeme <= first.lexeme + first.n_lexemes + 2;
    };
    return near(candidate_.token(a.candidate), candidate_.token(b.candidate)) &&
           near(trusted_.token(a.trusted), trusted_.token(b.trusted));
  }

  Side candidate_;
  Side trusted_;
  const WordRarity& rarity_;
  FactDifferences result_;
};

}  // namespace

FactDifferences fact_differences(const FactSentence& candidate, const FactSentence& trusted,
                                 const WordRarity& rarity) {
  return Comparer(candidate, trusted, rarity).run();
}

}  // namespace ragsieve
