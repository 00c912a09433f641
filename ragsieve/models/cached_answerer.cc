#include "ragsieve/models/cached_answerer.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include "ragsieve/crypto/sha256.h"

namespace ragsieve {
namespace {

constexpr std::string_view kKind = "answer.1";

// A stored answer: this head, then the text.
struct Head {
  std::uint64_t passage = 0;  // from 1; 0: none
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  double score = 0;
};

std::string_view bytes_of(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()};
}

std::string write_answer(const Answer& answer) {
  const Head head{answer.passage ? *answer.passage + 1 : 0, answer.range.start, answer.range.end,
                  answer.score};
  std::string bytes(sizeof head, '\0');
  std::memcpy(bytes.data(), &head, sizeof head);
  return bytes + answer.text;
}

// A cache is never believed blindly: an extractive answer must stand where it says.
std::optional<Answer> read_answer(const std::string& bytes,
                                  std::span<const std::string_view> passages) {
  Head head;
  if (bytes.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, bytes.data(), sizeof head);
  if (!std::isfinite(head.score) || head.passage > passages.size()) return std::nullopt;
  Answer answer{bytes.substr(sizeof head), std::nullopt, {head.start, head.end}, head.score};
  if (head.passage == 0) return answer;
  answer.passage = head.passage - 1;
  const std::string_view passage = passages[*answer.passage];
  const bool inside = head.start <= head.end && head.end <= passage.size();
  if (!inside || passage.substr(head.start, head.end - head.start) != answer.text) {
    return std::nullopt;
  }
  return answer;
}

}  // namespace

Digest answer_key(const AnswererIdentity& identity, std::string_view question,
                  std::span<const std::string_view> passages) {
  Sha256 hash;
  hash.add_field(kKind)
      .add_field(identity.name)
      .add_field(identity.kind)
      .add_field(bytes_of(identity.file_digest))
      .add_field(identity.engine)
      .add_field(identity.prompt_version)
      .add_field(std::to_string(identity.max_tokens))
      .add_field(bytes_of(sha256(question)));
  for (const std::string_view passage : passages) hash.add_field(bytes_of(sha256(passage)));
  return hash.finish();
}

Result<Answer> CachedAnswerer::answer(std::string_view question,
                                      std::span<const std::string_view> passages,
                                      const RunOptions& run) {
  const Digest key = answer_key(identity_, question, passages);
  if (cache_ != nullptr) {
    RAGSIEVE_TRY(const auto known, cache_->get(std::span(&key, 1)));
    if (known[0]) {
      std::optional<Answer> answer = read_answer(*known[0], passages);
      if (answer) return *std::move(answer);
    }
  }
  RAGSIEVE_TRY(Answerer * model, model_.get());
  ++calls_;
  RAGSIEVE_TRY(Answer answer, model->answer(question, passages, run));
  if (cache_ != nullptr) {
    const std::pair<Digest, std::string> value{key, write_answer(answer)};
    RAGSIEVE_CHECK(cache_->put(std::span(&value, 1)));
  }
  return answer;
}

}  // namespace ragsieve
