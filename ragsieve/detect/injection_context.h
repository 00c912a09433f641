// Whether a document carries out an attack or speaks about one: a match inside a quotation counts
// little where words that discuss attacks, or that introduce a quotation, stand beside it; outside
// of quotations such words count in the match's own sentence alone, so that talk elsewhere silences
// nothing. Thread-safe once built.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/core/injection_rules.h"
#include "ragsieve/core/span.h"
#include "ragsieve/text/text_view.h"

namespace ragsieve {

enum class Context {
  kNone,
  kDiscussed,  // the sentence itself speaks about attacks
  kQuoted,     // a quotation in a text that speaks about attacks
};

// The compiled words.
class DiscussionWords {
 public:
  [[nodiscard]] static Result<DiscussionWords> compile(const InjectionRules& rules);
  DiscussionWords(DiscussionWords&&) noexcept;
  DiscussionWords& operator=(DiscussionWords&&) noexcept;
  ~DiscussionWords();

 private:
  friend class InjectionContext;
  struct Patterns;
  explicit DiscussionWords(std::unique_ptr<Patterns> patterns);
  std::unique_ptr<Patterns> patterns_;
};

// Of one text. `clean` is its folded view.
class InjectionContext {
 public:
  InjectionContext(const DiscussionWords& words, std::string_view text, const TextView& clean);

  // `match` and `sentence` are ranges of the text as given. A `soft` match and one that is
  // introduced as an example are discussed by words in their surroundings too.
  [[nodiscard]] Context of(ByteRange match, ByteRange sentence, bool soft) const;

 private:
  [[nodiscard]] bool is_discussed(ByteRange quotation) const;
  [[nodiscard]] bool is_introduced(ByteRange quotation) const;

  std::string_view text_;
  std::vector<ByteRange> quotations_;
  std::vector<ByteRange> discussion_;
  std::vector<ByteRange> topics_;
  std::vector<ByteRange> introduction_;
};

}  // namespace ragsieve
