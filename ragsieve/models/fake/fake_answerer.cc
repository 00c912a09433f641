#include "ragsieve/models/fake/fake_answerer.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>
#include <utility>
#include <vector>

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/text/sentences.h"
#include "ragsieve/text/words.h"

namespace ragsieve {
namespace {

std::size_t n_shared(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string> both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return both.size();
}

// Until the caller gives up: what a model that hangs does.
Error hang(const RunOptions& run) {
  while (!run.cancel.requested()) {
    run.report("answer", 0, 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return make_error(Code::kCancelled, "stopped as asked");
}

}  // namespace

FakeAnswerer::FakeAnswerer(FakeAnswererOptions options) : options_(std::move(options)) {
  identity_.name = options_.name;
  identity_.kind = "fake";
  identity_.file_digest = sha256(options_.name);
  identity_.engine = "fake-1";
  identity_.prompt_version = "shared-words-1";
}

Result<Answer> FakeAnswerer::answer(std::string_view question,
                                    std::span<const std::string_view> passages,
                                    const RunOptions& run) {
  const std::size_t call = ++n_calls_;
  if (run.cancel.requested()) return make_error(Code::kCancelled, "stopped as asked");
  if (call == options_.hang_at) return hang(run);
  if (options_.fail_from != 0 && call >= options_.fail_from) return options_.error;
  const std::vector<std::string> asked = word_set(question);
  Answer best;
  for (std::size_t passage = 0; passage < passages.size(); ++passage) {
    for (const ByteRange range : sentences(passages[passage])) {
      const std::string_view text = passages[passage].substr(range.start, range.end - range.start);
      const auto score = static_cast<double>(n_shared(asked, word_set(text)));
      if (score > best.score) best = Answer{std::string(text), passage, range, score};
    }
  }
  return best;
}

}  // namespace ragsieve
