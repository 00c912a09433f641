#include <algorithm>
#include <cmath>

#include "ragsieve/text/decisive_tokens.h"
#include "ragsieve/text/numbers.h"

// The values of decisive tokens: which are the same, which could be, how they are shown.
namespace ragsieve {
namespace {

// Of two units of time one is exact to a day and the other a month or longer.
bool calendar_and_days(const DecisiveToken& a, const DecisiveToken& b) {
  const auto long_unit = [](const DecisiveToken& token) {
    return token.unit == "month" || token.unit == "year";
  };
  return a.dimension == "time" && long_unit(a) != long_unit(b);
}

bool same_numbers(const DecisiveToken& a, const DecisiveToken& b) {
  if (!a.per.empty() && !b.per.empty() && a.per != b.per) return false;
  if (a.dimension != b.dimension) {
    return same_number(a.value / a.factor, a.alternative / a.factor, b.value / b.factor,
                       b.alternative / b.factor);
  }
  if (same_number(a.value, a.alternative, b.value, b.alternative)) return true;
  constexpr double kCalendar = 0.02;
  return calendar_and_days(a, b) &&
         std::abs(a.value - b.value) <= kCalendar * std::max(a.value, b.value);
}

// One name is the other or a part of it: "Klara Aubert" and "Aubert".
bool same_names(const std::string& a, const std::string& b) {
  const std::string padded_a = " " + a + " ";
  const std::string padded_b = " " + b + " ";
  return padded_a.find(padded_b) != std::string::npos ||
         padded_b.find(padded_a) != std::string::npos;
}

// Tokens of `a` of this kind without an equal in `b`.
std::vector<const DecisiveToken*> lacking(const std::vector<DecisiveToken>& a,
                                          const std::vector<DecisiveToken>& b, DecisiveKind kind) {
  std::vector<const DecisiveToken*> list;
  for (const DecisiveToken& token : a) {
    if (token.kind != kind || token.opens) continue;
    const bool there = std::any_of(b.begin(), b.end(), [&](const DecisiveToken& other) {
      return other.kind == kind && same_value(token, other);
    });
    if (!there) list.push_back(&token);
  }
  return list;
}

bool differ_in(const std::vector<DecisiveToken>& a, const std::vector<DecisiveToken>& b,
               DecisiveKind kind) {
  constexpr std::size_t kMost = 64;
  const auto only_a = lacking(a, b, kind);
  const auto only_b = lacking(b, a, kind);
  for (std::size_t i = 0; i < std::min(only_a.size(), kMost); ++i) {
    for (std::size_t j = 0; j < std::min(only_b.size(), kMost); ++j) {
      if (comparable(*only_a[i], *only_b[j])) return true;
    }
  }
  return false;
}

std::size_t count_of(const std::vector<DecisiveToken>& tokens, DecisiveKind kind) {
  return static_cast<std::size_t>(std::count_if(
      tokens.begin(), tokens.end(), [&](const DecisiveToken& t) { return t.kind == kind; }));
}

}  // namespace

std::string_view decisive_kind_name(DecisiveKind kind) {
  switch (kind) {
    case DecisiveKind::kNumber:
      return "number";
    case DecisiveKind::kDate:
      return "date";
    case DecisiveKind::kTime:
      return "time";
    case DecisiveKind::kName:
      return "name";
    case DecisiveKind::kNegation:
      return "negation";
    case DecisiveKind::kPolarity:
      break;
  }
  return "polarity";
}

bool comparable(const DecisiveToken& a, const DecisiveToken& b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case DecisiveKind::kNumber:
      return a.dimension == b.dimension || a.dimension.empty() || b.dimension.empty();
    case DecisiveKind::kDate:
      return comparable(a.date, b.date);
    case DecisiveKind::kPolarity:
      return a.axis == b.axis;
    default:
      return true;
  }
}

bool same_value(const DecisiveToken& a, const DecisiveToken& b) {
  if (!comparable(a, b)) return false;
  switch (a.kind) {
    case DecisiveKind::kNumber:
      return same_numbers(a, b);
    case DecisiveKind::kDate:
      return same_date(a.date, b.date);
    case DecisiveKind::kTime:
      return same_time(a.time, b.time);
    case DecisiveKind::kName:
      return same_names(a.name, b.name);
    case DecisiveKind::kNegation:
    case DecisiveKind::kPolarity:
      break;
  }
  return a.side == b.side;
}

std::string shown(const DecisiveToken& token, std::string_view sentence) {
  constexpr std::size_t kMostBytes = 80;
  const std::string_view text =
      sentence.substr(token.range.start, token.range.end - token.range.start);
  return std::string(text.size() <= kMostBytes ? text : std::string_view("..."));
}

bool decisive_tokens_differ(std::string_view answer_a, std::string_view answer_b) {
  const std::vector<DecisiveToken> a = decisive_tokens(answer_a);
  const std::vector<DecisiveToken> b = decisive_tokens(answer_b);
  for (const DecisiveKind kind : {DecisiveKind::kNumber, DecisiveKind::kDate, DecisiveKind::kTime,
                                  DecisiveKind::kName, DecisiveKind::kPolarity}) {
    if (differ_in(a, b, kind)) return true;
  }
  const std::size_t negations_a = count_of(a, DecisiveKind::kNegation);
  const std::size_t negations_b = count_of(b, DecisiveKind::kNegation);
  return negations_a % 2 != negations_b % 2;
}

}  // namespace ragsieve
