#include "ragsieve/text/decisive_tokens.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ragsieve/text/decisive_names.h"
#include "ragsieve/text/numbers.h"
#include "ragsieve/text/polarity.h"
#include "ragsieve/text/units.h"

namespace ragsieve {
namespace {

bool is_one_of(std::string_view word, const auto& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

constexpr auto kCurrencySigns =
    std::to_array<std::string_view>({"$", "€", "£", "¥", "eur", "usd", "gbp", "nok"});
constexpr auto kPer =
    std::to_array<std::string_view>({"per", "/", "pro", "par", "por", "je", "в", "al", "a"});
constexpr auto kPerArticle =
    std::to_array<std::string_view>({"a", "an", "each", "every", "im", "the"});
constexpr auto kRangeJoints = std::to_array<std::string_view>(
    {"-", "to", "and", "or", "bis", "und", "a", "et", "y", "до", "и", "至", "到", "oder"});

class Analyser {
 public:
  Analyser(std::string_view text, std::size_t most_lexemes) {
    result_.lexemes = lexemes(text, most_lexemes);
    result_.language = guess_language(result_.lexemes);
  }

  AnalysedSentence run() {
    while (at_ < sentence().size()) {
      if (!take()) ++at_;
    }
    share_units();
    turn_negated();
    return std::move(result_);
  }

 private:
  [[nodiscard]] const std::vector<Lexeme>& sentence() const { return result_.lexemes; }
  [[nodiscard]] std::string_view text(std::size_t at) const {
    return at < sentence().size() ? std::string_view(sentence()[at].text) : std::string_view();
  }

  // Adds the token at at_, if there is one, and steps behind it. Names come before numbers, so
  // that the 8 of "Tern 8" is none; dates before both.
  bool take() {
    if (take_time() || take_date()) return true;
    if (take_half() || take_times()) return true;
    const bool word = sentence()[at_].kind != LexemeKind::kSymbol;
    const bool capital = sentence()[at_].capital;
    const auto number = number_at(sentence(), at_, result_.language);
    if (!(capital && number) && word && take_name()) return true;
    return take_number(number) || take_polarity();
  }

  DecisiveToken& add(DecisiveKind kind, std::size_t start, std::size_t n) {
    DecisiveToken token;
    token.kind = kind;
    token.lexeme = start;
    token.n_lexemes = n;
    token.range = {sentence()[start].range.start, sentence()[start + n - 1].range.end};
    result_.tokens.push_back(std::move(token));
    at_ = start + n;
    return result_.tokens.back();
  }

  bool take_time() {
    const auto time = time_at(sentence(), at_, result_.language);
    if (!time) return false;
    const std::size_t n = std::min(time->n_lexemes, sentence().size() - at_);
    add(DecisiveKind::kTime, at_, n).time = time->time;
    return true;
  }

  bool take_date() {
    const auto date = date_at(sentence(), at_, result_.language);
    if (!date) return false;
    const bool bare_year = date->n_lexemes == 1 && date->date.year > 0 && date->date.month == 0;
    if (bare_year && name_at(sentence(), at_, result_.language)) return false;
    if (bare_year && unit_at(sentence(), at_ + 1, true) && text(at_ + 1) != "s") return false;
    add(DecisiveKind::kDate, at_, date->n_lexemes).date = date->date;
    return true;
  }

  bool take_name() {
    if (is_one_of(text(at_), kCurrencySigns)) return false;
    const auto found = name_at(sentence(), at_, result_.language);
    if (!found) return false;
    if (found->opens && (polarity_at(sentence(), at_) || negation_at(sentence(), at_) > 0)) {
      return false;
    }
    DecisiveToken& token = add(DecisiveKind::kName, at_, found->n_lexemes);
    token.name = found->name;
    token.code = found->code;
    token.opens = found->opens;
    return true;
  }

  bool take_number(const std::optional<NumberAt>& number) {
    if (!number) return false;
    const std::size_t start = at_;
    std::size_t end = start + number->n_lexemes;
    if (is_enumerator(end)) return false;
    const bool in_digits = !number->in_words;
    if (text(end) == "-" && sentence()[end].glued) {
      if (unit_at(sentence(), end + 1, in_digits)) ++end;
    }
    auto unit = unit_at(sentence(), end, in_digits);
    if (!unit && !number->share) unit = time_behind_a_word(end);
    if (number->article && !unit) return false;
    if (number->share) unit = UnitAt{{"%", "%", 1}, 0};
    if (unit) end += unit->n_lexemes;
    const bool currency_before = !unit && start > 0 && is_one_of(text(start - 1), kCurrencySigns);
    if (currency_before) unit = unit_at(sentence(), start - 1, false);
    const bool negative = start > 0 && (text(start - 1) == "minus" || lone_minus(start));
    DecisiveToken& token = add(DecisiveKind::kNumber, start, end - start);
    token.value = negative ? -number->value : number->value;
    token.alternative = number->alternative;
    if (unit) set_unit(token, unit->unit);
    take_and_a_half(token);
    take_rate(token);
    return true;
  }

  // "eight working days", "four paid days": the unit of time behind one word; `end` steps to it.
  std::optional<UnitAt> time_behind_a_word(std::size_t& end) const {
    if (end + 1 >= sentence().size() || sentence()[end].kind != LexemeKind::kWord) {
      return std::nullopt;
    }
    if (is_function_word(text(end), result_.language) || negation_at(sentence(), end) > 0) {
      return std::nullopt;
    }
    auto unit = unit_at(sentence(), end + 1, false);
    if (!unit || unit->unit.dimension != "time") return std::nullopt;
    ++end;
    return unit;
  }

  // The number of a list's item: "2. Press", "3) Wait", "1 On the menu, click".
  [[nodiscard]] bool is_enumerator(std::size_t end) const {
    const bool opens = at_ == 0 || (at_ == 1 && text(0) == "(");
    if (!opens || end != at_ + 1 || sentence()[at_].kind != LexemeKind::kNumeral) return false;
    if (end >= sentence().size()) return true;
    const Lexeme& next = sentence()[end];
    return next.text == ")" || next.text == "." ||
           (next.capital && !unit_at(sentence(), end, true));
  }

  [[nodiscard]] bool lone_minus(std::size_t start) const {
    return text(start - 1) == "-" && sentence()[start].glued &&
           (start == 1 || !sentence()[start - 1].glued);
  }

  static void set_unit(DecisiveToken& token, const Unit& unit) {
    token.dimension = unit.dimension;
    token.unit = unit.name;
    token.factor = unit.factor;
    token.value *= unit.factor;
    token.alternative *= unit.factor;
  }

  void extend(DecisiveToken& token, std::size_t n) {
    token.n_lexemes += n;
    at_ = token.lexeme + token.n_lexemes;
    token.range.end = sentence()[at_ - 1].range.end;
  }

  // "a day and a half", "an hour and a half", "dix heures et demie", "dos horas y media".
  void take_and_a_half(DecisiveToken& token) {
    const std::string_view first = text(at_);
    if (token.dimension.empty() || (first != "and" && first != "et" && first != "y")) return;
    const std::size_t article = text(at_ + 1) == "a" || text(at_ + 1) == "one" ? 1 : 0;
    const std::string_view half = text(at_ + 1 + article);
    if (half != "half" && !half.starts_with("demi") && !half.starts_with("medi")) return;
    token.value += token.factor / 2;
    extend(token, 2 + article);
  }

  // The unit that the number is counted by: "600 requests a minute", "80 km/h", "5 € pro Tag".
  void take_rate(DecisiveToken& token) {
    const std::size_t most = token.dimension.empty() ? 3 : 1;
    for (std::size_t skip = 0; skip < most; ++skip) {
      const std::size_t at = at_ + skip;
      if (skip > 0 && (at > sentence().size() || sentence()[at - 1].kind != LexemeKind::kWord)) {
        return;
      }
      const bool per = is_one_of(text(at), kPer);
      const bool article = is_one_of(text(at), kPerArticle);
      if (!per && !article) continue;
      const auto unit = unit_at(sentence(), at + 1, text(at) == "/");
      if (!unit || (!per && unit->unit.dimension != "time")) continue;
      if (text(at) == "a" && unit->unit.dimension != "time") continue;
      token.per = unit->unit.name;
      extend(token, skip + 1 + unit->n_lexemes);
      return;
    }
  }

  // "half a year", "half an hour"; "an hour and a half", "a day and a half".
  bool take_half() {
    const std::string_view word = text(at_);
    if (word == "half" || word == "demi" || word == "halbe" || word == "medio" || word == "media") {
      const std::size_t article = text(at_ + 1) == "a" || text(at_ + 1) == "an" ? 1 : 0;
      const std::size_t hyphen = text(at_ + 1) == "-" ? 1 : 0;
      const auto unit = unit_at(sentence(), at_ + 1 + article + hyphen, false);
      if (!unit) return false;
      DecisiveToken& token =
          add(DecisiveKind::kNumber, at_, 1 + article + hyphen + unit->n_lexemes);
      token.value = 0.5;
      set_unit(token, unit->unit);
      return true;
    }
    if (word != "a" && word != "an") return false;
    const auto unit = unit_at(sentence(), at_ + 1, false);
    if (!unit) return false;
    const std::size_t behind = at_ + 1 + unit->n_lexemes;
    const bool and_a_half =
        text(behind) == "and" && text(behind + 1) == "a" && text(behind + 2) == "half";
    if (!and_a_half && unit->unit.name != "week") return false;
    if (!and_a_half && text(at_ + 1) != "fortnight") return false;
    DecisiveToken& token = add(DecisiveKind::kNumber, at_, 1 + unit->n_lexemes);
    token.value = 1;
    set_unit(token, unit->unit);
    take_and_a_half(token);
    return true;
  }

  // "twice a day", "once in three years".
  bool take_times() {
    const std::string_view word = text(at_);
    double value = 0;
    if (word == "once") value = 1;
    if (word == "twice" || word == "zweimal") value = 2;
    if (word == "thrice" || word == "dreimal") value = 3;
    if (value == 0) return false;
    const bool rate = is_one_of(text(at_ + 1), kPer) || is_one_of(text(at_ + 1), kPerArticle);
    if (value == 1 && !(rate && unit_at(sentence(), at_ + 2, false))) return false;
    DecisiveToken& token = add(DecisiveKind::kNumber, at_, 1);
    token.value = value;
    token.dimension = "times";
    take_rate(token);
    return true;
  }

  bool take_polarity() {
    const auto opposite = polarity_at(sentence(), at_);
    const std::size_t negation = negation_at(sentence(), at_);
    if (negation > 0 && (!opposite || negation >= opposite->n_lexemes)) {
      DecisiveToken& token = add(DecisiveKind::kNegation, at_, negation);
      token.axis = "negation";
      token.side = -1;
      return true;
    }
    const int answer = at_ == 0 ? yes_or_no(text(0)) : 0;
    if (answer != 0 && (sentence().size() == 1 || text(1) == "," || text(1) == ".")) {
      DecisiveToken& token = add(DecisiveKind::kPolarity, at_, 1);
      token.axis = "answer";
      token.side = answer;
      return true;
    }
    if (!opposite) return false;
    DecisiveToken& token = add(DecisiveKind::kPolarity, at_, opposite->n_lexemes);
    token.axis = opposite->axis;
    token.side = opposite->side;
    if (token.axis == "open" && is_until_near()) token.side = -token.side;
    return true;
  }

  // "open until six" says when it closes.
  [[nodiscard]] bool is_until_near() const {
    static constexpr auto kUntil =
        std::to_array<std::string_view>({"until", "till", "bis", "jusqu", "hasta", "до"});
    return is_one_of(text(at_), kUntil) || is_one_of(text(at_ + 1), kUntil);
  }

  // "0.6 to 10 metres": the first number is of metres too.
  void share_units() {
    for (std::size_t i = 0; i + 1 < result_.tokens.size(); ++i) {
      DecisiveToken& first = result_.tokens[i];
      const DecisiveToken& second = result_.tokens[i + 1];
      if (first.kind != DecisiveKind::kNumber || second.kind != DecisiveKind::kNumber) continue;
      if (!first.dimension.empty() || second.dimension.empty()) continue;
      const std::size_t between = first.lexeme + first.n_lexemes;
      if (between + 1 != second.lexeme || !is_one_of(text(between), kRangeJoints)) continue;
      first.dimension = second.dimension;
      first.unit = second.unit;
      first.factor = second.factor;
      first.value *= second.factor;
      first.alternative *= second.factor;
    }
  }

  // A negation beside an opposite turns it and is spent: "not allowed", "may not".
  void turn_negated() {
    std::vector<DecisiveToken> kept;
    std::vector<DecisiveToken>& tokens = result_.tokens;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const bool negation = tokens[i].kind == DecisiveKind::kNegation;
      DecisiveToken* turned = negation ? neighbour_opposite(i, kept) : nullptr;
      if (turned != nullptr) {
        turned->side = -turned->side;
        turned->turned = true;
        // "must not" forbids; "not required" leaves free.
        if (turned->axis == "duty" && sentence()[turned->lexeme].text == "must") {
          turned->axis = "permission";
        }
        turned->range.end = std::max(turned->range.end, tokens[i].range.end);
        turned->range.start = std::min(turned->range.start, tokens[i].range.start);
      } else {
        kept.push_back(std::move(tokens[i]));
      }
    }
    tokens = std::move(kept);
  }

  // Adjectives and verbs are turned; "not under twelve" and "not before May" negate the verb.
  static bool can_be_negated(const DecisiveToken& opposite) {
    static constexpr auto kOthers = std::to_array<std::string_view>(
        {"order", "rank", "place", "side", "latitude", "longitude", "height", "amount", "level",
         "size", "length", "time", "frequency", "all", "bound"});
    return !is_one_of(opposite.axis, kOthers);
  }

  DecisiveToken* neighbour_opposite(std::size_t i, std::vector<DecisiveToken>& kept) {
    const DecisiveToken& negation = result_.tokens[i];
    if (!kept.empty() && kept.back().kind == DecisiveKind::kPolarity &&
        can_be_negated(kept.back()) &&
        kept.back().lexeme + kept.back().n_lexemes == negation.lexeme) {
      return &kept.back();
    }
    if (i + 1 >= result_.tokens.size()) return nullptr;
    DecisiveToken& next = result_.tokens[i + 1];
    const bool near = next.lexeme - negation.lexeme <= 3;
    return next.kind == DecisiveKind::kPolarity && near && can_be_negated(next) ? &next : nullptr;
  }

  AnalysedSentence result_;
  std::size_t at_ = 0;
};

}  // namespace

AnalysedSentence analyse_sentence(std::string_view sentence, std::size_t most_lexemes) {
  return Analyser(sentence, most_lexemes).run();
}

std::vector<DecisiveToken> decisive_tokens(std::string_view sentence) {
  return analyse_sentence(sentence).tokens;
}

}  // namespace ragsieve
