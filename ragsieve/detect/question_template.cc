#include "ragsieve/detect/question_template.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <utility>

#include "ragsieve/base/utf8.h"
#include "ragsieve/detect/fact_tokens.h"
#include "ragsieve/detect/question_words.h"

namespace ragsieve {
namespace {

constexpr std::size_t kWordsBefore = 20;  // of the token, in a question
constexpr std::size_t kWordsBehind = 20;
constexpr std::size_t kQuestionCodePoints = 200;  // of a line that is a question
constexpr std::size_t kLanguageBytes = 4096;
constexpr std::string_view kGap = "…";
constexpr std::array<std::string_view, 3> kQuestionMarks{"?", "？", "؟"};

std::string_view trimmed(std::string_view text, std::string_view marks = " \t\r\n") {
  const std::size_t first = text.find_first_not_of(marks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(marks) - first + 1);
}

bool ends_as_question(std::string_view text) {
  return std::ranges::any_of(kQuestionMarks,
                             [text](std::string_view mark) { return text.ends_with(mark); });
}

// Without what marks a heading, a list item or a quotation.
std::string_view without_marks(std::string_view line) {
  line = trimmed(line);
  const std::size_t plain = line.find_first_not_of("#>*+-• \t");
  if (plain == std::string_view::npos) return {};
  if (plain > 0 && line[plain - 1] == ' ') line.remove_prefix(plain);
  std::size_t digits = line.find_first_not_of("0123456789");
  if (digits != std::string_view::npos && digits > 0 && digits <= 3 &&
      (line[digits] == '.' || line[digits] == ')') && line.substr(digits + 1).starts_with(' ')) {
    line = trimmed(line.substr(digits + 1));
  }
  return line;
}

// The sentence as a reader sees it: no emphasis or code marks, table cells apart by colons.
std::string cleaned(std::string_view sentence) {
  std::string out;
  std::string_view plain = trimmed(without_marks(sentence), " \t|");
  for (const std::string_view box : {"[ ]", "[x]", "[X]"}) {
    if (plain.starts_with(box)) plain = trimmed(plain.substr(box.size()));
  }
  for (const char c : plain) {
    if (c == '*' || c == '`') continue;
    const bool space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (c == '|') {
      while (out.ends_with(' ')) out.pop_back();
      out += ':';
    } else if (!space) {
      out += c;
    } else if (!out.ends_with(' ')) {
      out += ' ';
    }
  }
  return out;
}

void capitalise(std::string& text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') {
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  }
}

// `text` as the opening of a question: no full stop at its end.
std::string asked(std::string text) {
  constexpr std::array<std::string_view, 6> kStops{"。", "！", "۔", "।", "”", "；"};
  for (bool more = true; more && !text.empty();) {
    more = std::string_view(" .,;:!\"'-").find(text.back()) != std::string_view::npos;
    if (more) text.pop_back();
    for (const std::string_view stop : kStops) {
      if (!text.ends_with(stop)) continue;
      text.erase(text.size() - stop.size());
      more = true;
    }
  }
  return text + "?";
}

class Template {
 public:
  Template(std::string_view sentence, const SentenceContext& context)
      : sentence_(cleaned(sentence)),
        context_(context),
        words_(sentence_words(sentence_)),
        about_topic_(about_topic()) {}

  std::vector<FactQuestion> questions() const {
    std::vector<FactQuestion> made;
    if (words_.size() < 2 || ends_as_question(sentence_) || is_code()) return made;
    bool polarity = false;  // once a sentence
    for (const FactToken& token : fact_tokens(sentence_, words_, context_.english)) {
      if (token.kind == FactKind::kPolarity && std::exchange(polarity, true)) continue;
      if (context_.topic.empty() && !stands_without(token.fact)) continue;
      FactQuestion question{question_of(token), text_of(token.fact), token.kind,
                            std::clamp(token.worth + worth_of_place(token), 0.0, 4.0)};
      made.push_back(std::move(question));
    }
    sort_by_worth(made);
    return made;
  }

 private:
  std::string text_of(ByteRange range) const {
    return sentence_.substr(range.start, range.end - range.start);
  }

  // Whether enough is left beside the fact to be asked about.
  bool stands_without(ByteRange fact) const {
    std::size_t n_words = 0;
    std::size_t n_letters = 0;
    for (const SentenceWord& word : words_) {
      if (word.range.end > fact.start && word.range.start < fact.end) continue;
      ++n_words;
      n_letters += word.n_letters;
    }
    const bool spaced = sentence_.find(' ') != std::string::npos;
    return spaced ? n_words >= 2 : n_letters >= 3;
  }

  bool is_code() const {
    return sentence_.find("://") != std::string::npos ||
           sentence_.find("();") != std::string::npos ||
           std::ranges::count_if(sentence_, [](char c) {
             return c == '{' || c == '}' || c == '=' || c == '<' || c == '\\';
           }) > 3;
  }

  bool opens_with_pronoun() const { return is_word(words_.front().lower, WordClass::kPronoun); }

  // Whether the sentence speaks of something that stands above it.
  bool points_above() const {
    constexpr std::array<std::string_view, 4> kThings{"it", "they", "he", "she"};
    return opens_with_pronoun() ||
           (context_.english && std::ranges::any_of(words_, [&](const SentenceWord& word) {
              return std::ranges::find(kThings, word.lower) != kThings.end();
            }));
  }

  // Whether a word of the topic, four letters at least, stands in the sentence.
  bool about_topic() const {
    return std::ranges::any_of(sentence_words(context_.topic), [&](const SentenceWord& topic) {
      return topic.n_letters >= 4 && std::ranges::any_of(words_, [&](const SentenceWord& word) {
               return word.lower.starts_with(topic.lower) || topic.lower.starts_with(word.lower);
             });
    });
  }

  bool in_topic(const FactToken& token) const {
    return !context_.topic.empty() &&
           context_.topic.find(text_of(token.replaced)) != std::string_view::npos;
  }

  // How well the sentence stands alone.
  double worth_of_place(const FactToken& token) const {
    double worth = 0;
    if (words_.size() < 4) worth -= 0.8;
    if (words_.size() > kWordsBefore + kWordsBehind) worth -= 0.3;
    if (opens_with_pronoun()) worth -= context_.topic.empty() ? 0.8 : 0.2;
    if (token.kind == FactKind::kName && in_topic(token)) worth -= 1;
    if (about_topic_) worth += 0.3;
    return worth;
  }

  // The bytes that the question keeps around `token`: whole words, all where they are few.
  ByteRange window(const FactToken& token) const {
    const auto first = std::ranges::find_if(
        words_, [&](const SentenceWord& word) { return word.range.end > token.replaced.start; });
    const auto index = static_cast<std::size_t>(first - words_.begin());
    const std::size_t last = std::min(index + kWordsBehind, words_.size() - 1);
    const bool from_start = index <= kWordsBefore;
    const bool to_end = last + 1 == words_.size();
    const std::size_t start = from_start ? 0 : words_[index - kWordsBefore].range.start;
    if (to_end) return {start, sentence_.size()};
    // Rather a whole clause than the first words of the next one.
    const std::size_t end = std::max(words_[last].range.end, token.replaced.end);
    const std::size_t comma = sentence_.rfind(',', end);
    const bool clause = comma != std::string::npos && comma > token.replaced.end;
    return {start, clause ? comma : end};
  }

  std::string question_of(const FactToken& token) const {
    const ByteRange kept = window(token);
    const bool cut = kept.start > 0;
    std::string body;
    if (token.kind == FactKind::kPolarity) {
      body = text_of(kept);
    } else {
      body = text_of({kept.start, token.replaced.start});
      body += context_.english ? token.wh : kGap;
      body += text_of({token.replaced.end, kept.end});
    }
    if (context_.english && token.kind == FactKind::kPolarity) body = yes_or_no(std::move(body));
    const bool needs_topic =
        !context_.topic.empty() && (cut || points_above() || words_.size() < 5);
    if (needs_topic) return asked(std::string(context_.topic) + ": " + std::move(body));
    capitalise(body);
    return asked(std::move(body));
  }

  // An order or a name keeps its capital and is no clause of "it is true that".
  std::string yes_or_no(std::string text) const {
    const std::string& first = words_.front().lower;
    const bool clause = text.front() == sentence_.front() &&
                        (is_word(first, WordClass::kEnglish) ||
                         is_word(first, WordClass::kPronoun) || first == "there");
    if (!clause) return "true or false: " + text;
    if (text.front() >= 'A' && text.front() <= 'Z') text.front() |= 0x20;
    return "is it true that " + text;
  }

  std::string sentence_;
  SentenceContext context_;
  std::vector<SentenceWord> words_;
  bool about_topic_;
};

std::size_t count_code_points(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

// Without "Q:", "Q12.", "Question:" and the like.
std::string_view without_label(std::string_view line) {
  constexpr std::array<std::string_view, 6> kLabels{"Question", "Frage", "Pregunta",
                                                    "Domanda",  "Q",     "F"};
  for (const std::string_view label : kLabels) {
    if (!line.starts_with(label)) continue;
    const std::size_t mark = line.find_first_not_of("0123456789 ", label.size());
    if (mark == std::string_view::npos) continue;
    const bool labelled = line[mark] == ':' || (line[mark] == '.' && mark > label.size());
    if (labelled) return trimmed(line.substr(mark + 1));
  }
  return line;
}

}  // namespace

void sort_by_worth(std::vector<FactQuestion>& questions) {
  std::vector<std::size_t> order(questions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return questions[a].worth != questions[b].worth ? questions[a].worth > questions[b].worth
                                                    : a < b;
  });
  std::vector<FactQuestion> sorted;
  sorted.reserve(questions.size());
  for (const std::size_t i : order) sorted.push_back(std::move(questions[i]));
  questions = std::move(sorted);
}

std::vector<FactQuestion> fact_questions(std::string_view sentence,
                                         const SentenceContext& context) {
  return Template(sentence, context).questions();
}

std::optional<std::string> as_question(std::string_view line) {
  std::string question(without_label(cleaned(line)));
  if (!ends_as_question(question) || count_code_points(question) > kQuestionCodePoints) {
    return std::nullopt;
  }
  // Scripts without spaces have few words, but not few letters.
  const std::vector<SentenceWord> words = sentence_words(question);
  std::size_t n_letters = 0;
  for (const SentenceWord& word : words) n_letters += word.n_letters;
  if (n_letters < 4) return std::nullopt;
  const bool spaced = question.find(' ') != std::string::npos;
  const bool ascii = std::ranges::all_of(question, [](char c) { return (c & 0x80) == 0; });
  if (!spaced && ascii) return std::nullopt;
  return question;
}

std::optional<std::string> as_heading(std::string_view line) {
  line = trimmed(line);
  const std::size_t marks = line.find_first_not_of('#');
  if (marks == 0 || marks == std::string_view::npos || marks > 6 || line[marks] != ' ') {
    return std::nullopt;
  }
  std::string heading(trimmed(cleaned(line), " #"));
  if (heading.empty()) return std::nullopt;
  return heading;
}

bool reads_english(std::string_view text) {
  std::size_t english = 0;
  std::size_t foreign = 0;
  std::size_t letters = 0;
  std::size_t others = 0;  // letters outside ASCII
  std::size_t end = std::min(text.size(), kLanguageBytes);
  while (end < text.size() && (text[end] & 0xC0) == 0x80) ++end;
  for (const SentenceWord& word : sentence_words(text.substr(0, end))) {
    english += is_word(word.lower, WordClass::kEnglish) ? 1 : 0;
    foreign += is_word(word.lower, WordClass::kForeign) ? 1 : 0;
    letters += word.n_letters;
    others += static_cast<std::size_t>(
        std::ranges::count_if(word.lower, [](char c) { return (c & 0xC0) == 0xC0; }));
  }
  if (english == 0 && foreign == 0) return others == 0;
  return english > foreign && 4 * others < letters;
}

}  // namespace ragsieve
