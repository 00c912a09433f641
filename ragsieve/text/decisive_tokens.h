// The tokens of a sentence that decide what it states: numbers with units, dates, times, names
// and codes, negations, opposites. Two sentences that differ in nothing else say the same; two
// that differ in one of these do not. Languages: numbers, dates and opposites as their headers
// say, negation in about twenty. Pure functions; any thread may call.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/core/span.h"
#include "ragsieve/text/dates.h"
#include "ragsieve/text/function_words.h"
#include "ragsieve/text/lexemes.h"

namespace ragsieve {

enum class DecisiveKind { kNumber, kDate, kTime, kName, kNegation, kPolarity };

[[nodiscard]] std::string_view decisive_kind_name(DecisiveKind kind);  // "number", "date", ...

struct DecisiveToken {
  DecisiveKind kind = DecisiveKind::kNumber;
  ByteRange range;            // in the sentence
  std::size_t lexeme = 0;     // where it starts and
  std::size_t n_lexemes = 0;  // how many lexemes it takes

  // kNumber: in base units of `dimension` ("time", "length", "EUR", "%"; empty: a count).
  double value = 0;
  double alternative = std::numeric_limits<double>::quiet_NaN();
  double factor = 1;  // base units in one unit
  std::string dimension;
  std::string unit;  // "hour", "km"
  std::string per;   // of a rate: "minute", "day"

  CalendarDate date;    // kDate
  TimeOfDay time;       // kTime
  std::string name;     // kName: folded words, one space between
  bool code = false;    // kName: it holds a digit ("Tern 8", "version 3.9", "HI-1")
  bool opens = false;   // kName: its capital is that of the sentence
  std::string axis;     // kPolarity; kNegation: "negation"
  int side = 0;         // +1 or -1; of an opposite behind a negation the other side
  bool turned = false;  // by a negation
};

struct AnalysedSentence {
  std::vector<Lexeme> lexemes;
  Language language = Language::kOther;
  std::vector<DecisiveToken> tokens;  // in order, none overlapping
};

// What lies behind `most_lexemes` is not looked at. Time linear.
[[nodiscard]] AnalysedSentence analyse_sentence(std::string_view sentence,
                                                std::size_t most_lexemes = kMaxLexemes);
[[nodiscard]] std::vector<DecisiveToken> decisive_tokens(std::string_view sentence);

// Both could be the same statement's value: the same kind, and of numbers the same dimension.
[[nodiscard]] bool comparable(const DecisiveToken& a, const DecisiveToken& b);

// They say the same: "half a year" and "6 months", "1.2 billion" and "1,200 million", "5 June"
// and "2019-06-05". A month has 30.4 days, so days and months may be 2 % apart.
[[nodiscard]] bool same_value(const DecisiveToken& a, const DecisiveToken& b);

// A token as a reader of a report knows it, from the sentence it was found in: "600 requests".
[[nodiscard]] std::string shown(const DecisiveToken& token, std::string_view sentence);

// Two answers to one question differ in what they state, not only in wording: a number, date or
// name of each that the other lacks, one is negated and the other is not, or they stand on two
// sides of one opposite. An answer that only says more does not differ.
[[nodiscard]] bool decisive_tokens_differ(std::string_view answer_a, std::string_view answer_b);

}  // namespace ragsieve
