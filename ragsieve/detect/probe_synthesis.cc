#include "ragsieve/detect/probe_synthesis.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "ragsieve/base/parallel.h"
#include "ragsieve/detect/option_error.h"
#include "ragsieve/detect/question_template.h"
#include "ragsieve/models/model_key.h"
#include "ragsieve/text/personal_data.h"
#include "ragsieve/text/sentences.h"

namespace ragsieve {
namespace {

constexpr double kWholeQuestion = 4;  // worth of a line that is a question already

std::string_view slice(std::string_view text, ByteRange range) {
  return text.substr(range.start, range.end - range.start);
}

// Goes through a document sentence by sentence and knows the heading above.
class DocumentReader {
 public:
  explicit DocumentReader(const Document& document)
      : text_(document.indexed_text),
        title_bytes_(std::min(document.title_bytes, text_.size())),
        title_(text_.substr(0, title_bytes_)),
        english_(reads_english(text_)),
        ranges_(document_sentences(document)) {}

  // The best question of every sentence that can be asked about, in order. A second one of the same
  // sentence would retrieve and read the same.
  std::vector<FactQuestion> read(bool keep_personal_data) {
    std::vector<FactQuestion> asked;
    for (const ByteRange range : ranges_) {
      const std::string_view sentence = slice(text_, range);
      if (sentence.starts_with("```") || sentence.starts_with("~~~")) {
        in_code_ = !in_code_;
        continue;
      }
      if (!in_code_ && sentence.size() > longest_.size()) longest_ = sentence;
      if (in_code_ || (!keep_personal_data && !find_personal_data(sentence).empty())) continue;
      std::vector<FactQuestion> questions = questions_of(range, sentence);
      if (!questions.empty()) asked.push_back(std::move(questions.front()));
    }
    return asked;
  }

  // Where no sentence states a fact: about the title, else the longest sentence. After read().
  std::optional<std::string> last_resort() const {
    const std::string topic = title_.empty() ? heading_ : std::string(title_);
    if (!topic.empty()) {
      return english_ ? "What is said about " + topic + "?" : topic + "?";
    }
    const std::size_t last = longest_.find_last_not_of(".!");
    if (last == std::string_view::npos) return std::nullopt;
    return as_question(std::string(longest_.substr(0, last + 1)) + "?");
  }

 private:
  bool whole_line(ByteRange range) const {
    const bool starts = range.start == 0 || text_[range.start - 1] == '\n';
    const bool ends = range.end == text_.size() || text_[range.end] == '\n' ||
                      text_[range.end] == '\r' || range.end == title_bytes_;
    return starts && ends;
  }

  // What stands above a sentence; a question above is asked itself.
  std::string topic() const {
    const bool title = !title_.empty() && !as_question(title_);
    if (!title) return heading_;
    if (heading_.empty() || heading_ == title_) return std::string(title_);
    return std::string(title_) + ", " + heading_;
  }

  std::vector<FactQuestion> questions_of(ByteRange range, std::string_view sentence) {
    const bool labelled = sentence.starts_with("Q:") || sentence.starts_with("Q.");
    if (whole_line(range) || labelled) {
      if (std::optional<std::string> question = as_question(sentence)) {
        return {{*std::move(question), "", FactKind::kNumber, kWholeQuestion}};
      }
      if (std::optional<std::string> heading = as_heading(sentence)) {
        heading_ = *std::move(heading);
        return {};
      }
    }
    if (range.end <= title_bytes_) return {};
    const std::string above = topic();
    return fact_questions(sentence, {above, english_});
  }

  std::string_view text_;
  std::size_t title_bytes_;
  std::string_view title_;
  bool english_;
  std::vector<ByteRange> ranges_;
  std::string heading_;
  bool in_code_ = false;
  std::string_view longest_;  // sentence outside code
};

// Probes in order, no id twice.
class ProbeList {
 public:
  explicit ProbeList(std::size_t max_probes) : max_probes_(max_probes) {}

  bool full() const { return probes_.size() >= max_probes_; }

  // Whether the question was new and there was room for it.
  bool add(const FactQuestion& made, std::string_view origin) {
    if (full()) return false;
    std::string id = probe_id("syn", made.question);
    if (!ids_.insert(id).second) return false;
    probes_.push_back({std::move(id), made.question, made.fact, 1, std::string(origin)});
    return true;
  }

  std::vector<Probe> take() { return std::move(probes_); }

 private:
  std::size_t max_probes_;
  std::vector<Probe> probes_;
  std::unordered_set<std::string> ids_;
};

// The best questions of a trusted document, highest worth first.
std::vector<FactQuestion> best_questions(const Document& document, std::size_t most) {
  DocumentReader reader(document);
  std::vector<FactQuestion> best = reader.read(false);
  sort_by_worth(best);
  if (best.size() > most) best.erase(best.begin() + static_cast<std::ptrdiff_t>(most), best.end());
  if (!best.empty()) return best;
  std::optional<std::string> resort = reader.last_resort();
  if (resort && find_personal_data(*resort).empty()) {
    best.push_back({*std::move(resort), "", FactKind::kName, 0});
  }
  return best;
}

// 0..n-1 in an order that depends on `seed` alone (Fisher-Yates over SplitMix64).
std::vector<std::size_t> shuffled(std::size_t n, std::uint64_t seed) {
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = i;
  for (std::size_t i = n; i > 1; --i) {
    seed += 0x9E3779B97F4A7C15U;
    std::uint64_t z = (seed ^ (seed >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    std::swap(order[i - 1], order[(z ^ (z >> 31U)) % i]);
  }
  return order;
}

// The candidate's questions in `most` groups of neighbours, the best of each: a payload in the
// middle of a long text is asked about too.
void add_groups(const std::vector<FactQuestion>& asked, std::size_t most, ProbeList& list) {
  const std::size_t n_groups = std::min(most, asked.size());
  for (std::size_t group = 0; group < n_groups; ++group) {
    const auto first = asked.begin() + static_cast<std::ptrdiff_t>(group * asked.size() / n_groups);
    const auto end =
        asked.begin() + static_cast<std::ptrdiff_t>((group + 1) * asked.size() / n_groups);
    list.add(*std::max_element(
                 first, end,
                 [](const FactQuestion& a, const FactQuestion& b) { return a.worth < b.worth; }),
             "candidate");
  }
}

void add_neighbours(std::span<const TrustedSentence> neighbours, ProbeList& list) {
  for (const TrustedSentence& sentence : neighbours) {
    if (list.full()) return;
    const std::vector<FactQuestion> questions =
        fact_questions(sentence.text, {sentence.topic, reads_english(sentence.text)});
    if (!questions.empty()) list.add(questions.front(), "corpus");
  }
}

}  // namespace

Status ProbeSynthesisOptions::validate() const {
  if (per_document < 1 || per_document > 100) {
    return option_error("per_document", std::to_string(per_document), "1 to 100");
  }
  if (max_probes < 1 || max_probes > 1000000) {
    return option_error("max_probes", std::to_string(max_probes), "1 to 1000000");
  }
  return ok_status();
}

Result<std::vector<Probe>> synthesise(std::span<const Document> documents,
                                      const ProbeSynthesisOptions& options, const RunOptions& run) {
  RAGSIEVE_CHECK(options.validate());
  std::vector<std::vector<FactQuestion>> best(documents.size());
  RAGSIEVE_CHECK(parallel_for(documents.size(), "questions", run,
                              [&](std::size_t item, int /*worker*/) -> Status {
                                best[item] = best_questions(documents[item], options.per_document);
                                return ok_status();
                              }));
  ProbeList chosen(options.max_probes);
  std::vector<std::vector<FactQuestion>> kept(documents.size());
  const std::vector<std::size_t> order = shuffled(documents.size(), options.seed);
  for (std::size_t turn = 0; turn < options.per_document && !chosen.full(); ++turn) {
    for (const std::size_t document : order) {
      if (turn >= best[document].size()) continue;
      if (chosen.add(best[document][turn], "corpus"))
        kept[document].push_back(best[document][turn]);
    }
  }
  ProbeList probes(options.max_probes);
  for (const std::vector<FactQuestion>& questions : kept) {
    for (const FactQuestion& question : questions) probes.add(question, "corpus");
  }
  return probes.take();
}

std::vector<Probe> synthesise_for(const Document& candidate,
                                  std::span<const TrustedSentence> neighbours,
                                  std::size_t max_probes) {
  DocumentReader reader(candidate);
  std::vector<FactQuestion> asked = reader.read(true);
  if (asked.empty()) {
    std::optional<std::string> resort = reader.last_resort();
    if (resort) asked.push_back({*std::move(resort), "", FactKind::kName, 0});
  }
  ProbeList list(max_probes);
  add_groups(asked, (max_probes + 1) / 2, list);
  add_neighbours(neighbours, list);
  if (!list.full()) add_groups(asked, max_probes, list);
  for (const FactQuestion& question : asked) list.add(question, "candidate");
  return list.take();
}

std::string topic_of(const Document& document) {
  const std::string_view text = document.indexed_text;
  if (document.title_bytes > 0) return std::string(text.substr(0, document.title_bytes));
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    if (auto heading = as_heading(text.substr(start, end - start))) return *std::move(heading);
    start = end + 1;
  }
  return {};
}

std::string probe_id(std::string_view prefix, std::string_view question) {
  const Digest digest = text_key("probe.1", ModelIdentity{}, "", question);
  return std::string(prefix) + "-" + to_hex(digest).substr(0, 12);
}

}  // namespace ragsieve
