#include "ragsieve/text/wordpiece.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <optional>

#include "ragsieve/base/limits.h"
#include "ragsieve/base/utf8.h"
#include "ragsieve/text/bert_words.h"
#include "ragsieve/text/piece_table.h"

namespace ragsieve {
namespace {

constexpr std::string_view kContinues = "##";

struct Match {
  std::int32_t id = 0;
  std::size_t end = 0;
};

// The longest piece of `table` that stands at code point `begin` of `word`.
std::optional<Match> longest_match(const PieceTable& table, const BertWord& word,
                                   std::size_t begin) {
  std::array<std::uint64_t, BertWord::kMaxCodePoints + 1> hashes;
  std::uint64_t hash = PieceTable::kEmptyHash;
  std::size_t end = begin;
  while (end < word.n_code_points() && word.utf8(begin, end + 1).size() <= table.longest_bytes()) {
    for (const char byte : word.utf8(end, end + 1)) hash = PieceTable::extend(hash, byte);
    hashes[++end] = hash;
  }
  for (; end > begin; --end) {
    const auto id = table.find(word.utf8(begin, end), hashes[end]);
    if (id) return Match{*id, end};
  }
  return std::nullopt;
}

Error vocabulary_error(std::string message, const std::string& path, std::uint64_t line) {
  return make_error(Code::kInvalidInput, std::move(message), Where{path, line, ""});
}

}  // namespace

struct Wordpiece::State {
  std::vector<std::string> vocabulary;
  PieceTable beginnings;
  PieceTable continuations;  // without their "##"
  std::int32_t unk = 0;
  std::int32_t cls = 0;
  std::int32_t sep = 0;

  Status add(std::string_view token, const std::string& path);
  Status find_specials(const std::string& path);
  void tokenize_word(const BertWord& word, WordpieceTokens& tokens) const;
};

// The next token of the vocabulary.
Status Wordpiece::State::add(std::string_view token, const std::string& path) {
  const auto id = static_cast<std::int32_t>(vocabulary.size());
  const std::uint64_t line = vocabulary.size() + 1;
  if (token.empty()) {
    return vocabulary_error("the line is empty; expected one token a line: remove it", path, line);
  }
  if (const auto offset = first_invalid_utf8(token)) {
    return vocabulary_error("invalid UTF-8 at byte " + std::to_string(*offset) +
                                " of the line; expected UTF-8: fetch the file again",
                            path, line);
  }
  const bool continues = token.starts_with(kContinues) && token.size() > kContinues.size();
  PieceTable& table = continues ? continuations : beginnings;
  const std::string_view piece = continues ? token.substr(kContinues.size()) : token;
  if (!table.insert(piece, id)) {
    const std::uint64_t earlier = static_cast<std::uint64_t>(*table.find(piece)) + 1;
    return vocabulary_error("the token repeats line " + std::to_string(earlier) +
                                "; expected each token once: fetch the file again",
                            path, line);
  }
  vocabulary.emplace_back(token);
  return ok_status();
}

Status Wordpiece::State::find_specials(const std::string& path) {
  const std::array<std::pair<std::string_view, std::int32_t*>, 3> specials = {
      {{"[UNK]", &unk}, {"[CLS]", &cls}, {"[SEP]", &sep}}};
  for (const auto& [token, id] : specials) {
    const auto found = beginnings.find(token);
    if (!found) {
      return vocabulary_error("none of " + std::to_string(vocabulary.size()) + " tokens is " +
                                  std::string(token) +
                                  "; expected the vocab.txt of an uncased BERT model",
                              path, 0);
    }
    *id = *found;
  }
  return ok_status();
}

void Wordpiece::State::tokenize_word(const BertWord& word, WordpieceTokens& tokens) const {
  const std::size_t n_before = tokens.ids.size();
  std::size_t begin = 0;
  while (!word.too_long() && begin < word.n_code_points()) {
    const auto match = longest_match(begin == 0 ? beginnings : continuations, word, begin);
    if (!match) break;
    tokens.ids.push_back(match->id);
    tokens.ranges.push_back(word.source(begin, match->end));
    begin = match->end;
  }
  if (!word.too_long() && begin == word.n_code_points()) return;
  tokens.ids.resize(n_before);  // one unknown piece makes the whole word unknown
  tokens.ranges.resize(n_before);
  tokens.ids.push_back(unk);
  tokens.ranges.push_back(word.range());
}

std::string wordpiece_version() { return "wordpiece-1/unicode-" U_UNICODE_VERSION; }

Result<Wordpiece> Wordpiece::create(std::string_view vocab, const std::string& path) {
  RAGSIEVE_CHECK(BertWords::check_engine());
  if (vocab.size() > limits::kVocabBytes) {
    return make_error(Code::kTooLarge,
                      "the vocabulary has " + std::to_string(vocab.size()) +
                          " bytes; expected at most " + std::to_string(limits::kVocabBytes) +
                          ": check that this is a vocab.txt",
                      Where{path, 0, ""});
  }
  auto state = std::make_unique<State>();
  while (!vocab.empty()) {
    const std::size_t end = std::min(vocab.find('\n'), vocab.size());
    std::string_view token = vocab.substr(0, end);
    if (token.ends_with('\r')) token.remove_suffix(1);
    RAGSIEVE_CHECK(state->add(token, path));
    vocab.remove_prefix(std::min(end + 1, vocab.size()));
  }
  RAGSIEVE_CHECK(state->find_specials(path));
  return Wordpiece(std::move(state));
}

Wordpiece::Wordpiece(std::unique_ptr<State> state) : state_(std::move(state)) {}
Wordpiece::Wordpiece(Wordpiece&&) noexcept = default;
Wordpiece& Wordpiece::operator=(Wordpiece&&) noexcept = default;
Wordpiece::~Wordpiece() = default;

WordpieceTokens Wordpiece::tokenize(std::string_view text, std::size_t max_tokens) const {
  WordpieceTokens tokens;
  BertWords words(text);
  BertWord word;
  while (tokens.ids.size() < max_tokens && words.next(word)) state_->tokenize_word(word, tokens);
  if (tokens.ids.size() > max_tokens) {
    tokens.ids.resize(max_tokens);
    tokens.ranges.resize(max_tokens);
  }
  return tokens;
}

std::vector<std::int32_t> Wordpiece::encode(std::string_view text, std::size_t max_tokens) const {
  std::vector<std::int32_t> ids = tokenize(text, max_tokens < 2 ? 0 : max_tokens - 2).ids;
  ids.insert(ids.begin(), state_->cls);
  ids.push_back(state_->sep);
  return ids;
}

std::int32_t Wordpiece::cls_id() const { return state_->cls; }
std::int32_t Wordpiece::sep_id() const { return state_->sep; }
const std::vector<std::string>& Wordpiece::vocabulary() const { return state_->vocabulary; }

}  // namespace ragsieve
