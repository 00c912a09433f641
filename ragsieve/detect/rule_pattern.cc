#include "ragsieve/detect/rule_pattern.h"

#include <re2/re2.h>

#include <charconv>
#include <optional>

#include "ragsieve/text/folding.h"

namespace ragsieve {
namespace {

constexpr std::int64_t kMostPatternMemory = std::int64_t{8} << 20;
constexpr unsigned kMostRepeats = 200;

// The folding leaves no punctuation outside of ASCII, so small classes do: a class of all that is
// no letter would make each pattern a thousand times as large.
constexpr std::string_view kEdge = R"([\x00-/:-@\[-`{-\x7f\x{1f000}-\x{1faff}])";
constexpr std::string_view kGap = R"([\s"'`*_~()\[\]<>-]{1,4})";
constexpr std::string_view kWideGap = R"([\s"'`*_~()\[\]<>,:;-]{1,6})";
constexpr std::string_view kWord = R"([^\x00-&(-,./:-@\[-^`{-\x7f]+)";
constexpr std::string_view kLine = R"((?:^|\n)[ \t>*#_"'`\[(<|-]*)";
constexpr std::string_view kInSentence = R"([^.!?\n])";

std::string grouped(std::string_view pattern) { return "(?:" + std::string(pattern) + ")"; }

std::optional<std::string> macro(std::string_view name) {
  if (name == "_") return grouped(kGap);
  if (name == "_?") return grouped(kGap) + "?";
  if (name == ",") return grouped(kWideGap);
  if (name == "w") return grouped(kWord);
  if (name == "*") return grouped(kWord) + "?";
  if (name == "line") return grouped(kLine);
  const bool wide = name.starts_with(",..");
  if (wide) name.remove_prefix(1);
  const bool words = name.starts_with("..");
  if (!words && !name.starts_with("~")) return std::nullopt;
  const std::string_view digits = name.substr(words ? 2 : 1);
  unsigned number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || number == 0 ||
      number > kMostRepeats) {
    return std::nullopt;
  }
  const std::string repeat = "{0," + std::to_string(number) + "}";
  const std::string gap(wide ? kWideGap : kGap);
  if (words) return grouped(std::string(kWord) + gap) + repeat;
  return std::string(kInSentence) + repeat;
}

Error wrong(const std::string& message) { return make_error(Code::kInvalidConfig, message); }

class Expander {
 public:
  explicit Expander(std::string_view pattern) : pattern_(pattern) {}

  Result<std::string> run() {
    while (at_ < pattern_.size()) {
      const char c = pattern_[at_];
      if (c == '\\') {
        RAGSIEVE_CHECK(escape());
      } else if (c == '{' && at_ + 1 < pattern_.size() && !is_digit(pattern_[at_ + 1])) {
        RAGSIEVE_CHECK(replace_macro());
      } else {
        ++at_;
      }
    }
    flush(at_);
    return std::move(out_);
  }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_letter(char c) { return c >= 'a' && c <= 'z'; }
  static bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

  // Literal text up to `end`, folded. What a character outside of ASCII folds to is a literal.
  void flush(std::size_t end) {
    while (from_ < end) {
      const bool ascii = is_ascii(pattern_[from_]);
      std::size_t run = from_;
      while (run < end && is_ascii(pattern_[run]) == ascii) ++run;
      const std::string plain = folded(pattern_.substr(from_, run - from_));
      for (const char c : plain) {
        if (!ascii && is_ascii(c) && !is_letter(c)) out_ += '\\';
        out_ += c;
      }
      from_ = run;
    }
  }

  Status escape() {
    flush(at_);
    const std::string_view letter = pattern_.substr(at_ + 1, 1);
    if (letter.empty()) return wrong("the pattern ends with a backslash");
    if (std::string_view("bBwWdDC").find(letter) != std::string_view::npos) {
      return wrong("\\" + std::string(letter) +
                   " knows ASCII only; expected {w}, [0-9], or the boundaries that a rule has "
                   "without being asked");
    }
    std::size_t end = at_ + 2;
    if ((letter == "p" || letter == "P" || letter == "x") && pattern_.substr(end, 1) == "{") {
      end = std::min(pattern_.find('}', end), pattern_.size() - 1) + 1;
    } else if (letter == "p" || letter == "P") {
      end += 1;
    } else if (letter == "x") {
      end += 2;
    }
    end = std::min(end, pattern_.size());
    out_ += pattern_.substr(at_, end - at_);
    at_ = from_ = end;
    return ok_status();
  }

  Status replace_macro() {
    flush(at_);
    const std::size_t end = pattern_.find('}', at_);
    if (end == std::string_view::npos) return wrong("a { without its }");
    const std::string_view name = pattern_.substr(at_ + 1, end - at_ - 1);
    const auto text = macro(name);
    if (!text) {
      return wrong(
          "no macro {" + std::string(name.substr(0, 32)) +
          "}, expected {_}, {_?}, {,}, {w}, {*}, {..n}, {,..n}, {~n}, {line} or one of the "
          "file's [macros]");
    }
    out_ += *text;
    at_ = from_ = end + 1;
    return ok_status();
  }

  std::string_view pattern_;
  std::string out_;
  std::size_t at_ = 0;
  std::size_t from_ = 0;
};

}  // namespace

RulePattern::RulePattern() = default;
RulePattern::RulePattern(RulePattern&&) noexcept = default;
RulePattern& RulePattern::operator=(RulePattern&&) noexcept = default;
RulePattern::~RulePattern() = default;

Result<std::string> expand_macros(std::string_view pattern) { return Expander(pattern).run(); }

Result<std::string> rule_expression(std::string_view pattern, bool boundary) {
  RAGSIEVE_TRY(const std::string expanded, expand_macros(pattern));
  const std::string edge(kEdge);
  if (!boundary) return "(" + expanded + ")";
  return "(?:^|" + edge + ")(" + expanded + ")(?:$|" + edge + ")";
}

Result<RulePattern> compile_pattern(std::string_view pattern, bool boundary) {
  RulePattern compiled;
  RAGSIEVE_TRY(compiled.expression, rule_expression(pattern, boundary));
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMostPatternMemory);
  compiled.regex = std::make_unique<RE2>(compiled.expression, options);
  if (compiled.regex->error_code() == RE2::ErrorPatternTooLarge) {
    return make_error(Code::kTooLarge, "the pattern needs more than 8 MiB; make it smaller");
  }
  if (!compiled.regex->ok()) {
    return wrong("RE2 refuses the pattern: " + compiled.regex->error());
  }
  return compiled;
}

}  // namespace ragsieve
