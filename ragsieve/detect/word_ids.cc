#include "ragsieve/detect/word_ids.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "ragsieve/base/parallel.h"
#include "ragsieve/text/words.h"

namespace ragsieve {
namespace {

// Texts whose words are held as strings at one time, before they are numbered.
constexpr std::size_t kBatch = 4096;

class Numbering {
 public:
  WordIds number(std::vector<std::string>&& words) {
    WordIds ids;
    ids.reserve(words.size());
    for (std::string& word : words) {
      const auto next = static_cast<std::uint32_t>(ids_.size());
      ids.push_back(ids_.try_emplace(std::move(word), next).first->second);
    }
    std::sort(ids.begin(), ids.end());
    return ids;
  }

 private:
  std::unordered_map<std::string, std::uint32_t> ids_;
};

}  // namespace

Result<std::vector<WordIds>> word_id_sets(std::span<const std::string_view> texts,
                                          const std::vector<bool>& wanted, const RunOptions& run) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (wanted[i]) rows.push_back(i);
  }
  std::vector<WordIds> sets(texts.size());
  Numbering numbering;
  std::vector<std::vector<std::string>> batch;
  for (std::size_t first = 0; first < rows.size(); first += kBatch) {
    batch.assign(std::min(kBatch, rows.size() - first), {});
    RAGSIEVE_CHECK(parallel_for(batch.size(), "words", run, [&](std::size_t i, int) -> Status {
      batch[i] = word_set(texts[rows[first + i]]);
      return ok_status();
    }));
    for (std::size_t i = 0; i < batch.size(); ++i) {
      sets[rows[first + i]] = numbering.number(std::move(batch[i]));
    }
  }
  return sets;
}

double jaccard(const WordIds& a, const WordIds& b) {
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    common += a[i] == b[j] ? 1 : 0;
    const bool advance_a = a[i] <= b[j];
    const bool advance_b = b[j] <= a[i];
    i += advance_a ? 1 : 0;
    j += advance_b ? 1 : 0;
  }
  const std::size_t all = a.size() + b.size() - common;
  return all == 0 ? 0.0 : static_cast<double>(common) / static_cast<double>(all);
}

}  // namespace ragsieve
