#include "ragsieve/detect/injection_scorer.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>

#include "ragsieve/base/parallel.h"
#include "ragsieve/models/model_key.h"
#include "ragsieve/text/icu_version.h"

namespace ragsieve {
namespace {

// Raise the number when the same rules give another score (tests/injection/scores_test.cc sees it).
constexpr std::string_view kKind = "injection-score.2";
constexpr std::string_view kRulesKind = "injection-rules.1";
constexpr std::string_view kCompiled = "compiled";  // value of rules that could be
constexpr std::size_t kBlock = 512;                 // texts between two writes to the cache

// Fields one behind the other, each with its length before it.
class Fields {
 public:
  Fields& add(std::string_view field) { return add_number(field.size()).append(field); }
  Fields& add_number(std::uint64_t number) {
    for (int i = 0; i < 8; ++i) bytes_ += static_cast<char>(number >> (8 * i));
    return *this;
  }
  Fields& add_all(const std::vector<std::string>& fields) {
    add_number(fields.size());
    for (const std::string& field : fields) add(field);
    return *this;
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  Fields& append(std::string_view field) {
    bytes_ += field;
    return *this;
  }
  std::string bytes_;
};

// What a score depends on, in the order of core/injection_rules.h. Category, language, sample and
// near miss of a rule and the version of the files are not among it.
std::string spelled(const InjectionRules& rules) {
  Fields fields;
  fields.add_number(rules.rules.size());
  for (const InjectionRule& rule : rules.rules) {
    fields.add(rule.id).add_number(std::bit_cast<std::uint64_t>(rule.weight)).add(rule.pattern);
    fields.add(rule.near).add_all(rule.also).add_all(rule.groups).add_number(rule.at_least);
    fields.add(rule.unless).add_number(rule.boundary ? 1 : 0).add_number(rule.reach);
    fields.add_number(rule.soft ? 1 : 0);
  }
  fields.add_all(rules.discussion).add_all(rules.topics).add_all(rules.introduction);
  fields.add_number(rules.concepts.size());
  for (const InjectionConcept& entry : rules.concepts) {
    fields.add(entry.name).add(entry.language).add(entry.pattern);
    fields.add_number(entry.boundary ? 1 : 0);
  }
  return fields.add(rules.classifier).bytes();
}

ModelIdentity identity_of(const InjectionRules& rules) {
  ModelIdentity identity;
  identity.name = "injection rules";
  identity.engine = icu_version();
  identity.file_digest = text_key(kRulesKind, identity, "", spelled(rules));
  return identity;
}

Digest key_of(const ModelIdentity& identity, const InjectionText& text) {
  return text_key(kKind, identity, std::to_string(text.title_bytes), text.text);
}

std::string write_score(double score) {
  std::string bytes(sizeof(double), '\0');
  std::memcpy(bytes.data(), &score, sizeof(double));
  return bytes;
}

// A stored score is taken only when it is whole and possible.
std::optional<double> read_score(const std::optional<std::string>& bytes) {
  if (!bytes || bytes->size() != sizeof(double)) return std::nullopt;
  double score = 0;
  std::memcpy(&score, bytes->data(), sizeof(double));
  if (!(score >= 0 && score <= 1)) return std::nullopt;
  return score;
}

double score_of(const InjectionDetector& detector, const InjectionText& text) {
  Document document;
  document.indexed_text = text.text;
  document.title_bytes = text.title_bytes;
  return detector.scan(document).score;
}

}  // namespace

InjectionText injection_text(const Document& document) {
  const std::string_view text = document.indexed_text;
  return {text, std::min(document.title_bytes, text.size())};
}

InjectionScorer::InjectionScorer(InjectionRules rules, ValueCache* cache)
    : rules_(std::move(rules)), cache_(cache), identity_(identity_of(rules_)) {}

Result<std::unique_ptr<const InjectionScorer>> InjectionScorer::of(InjectionRules rules,
                                                                   ValueCache* cache) {
  std::unique_ptr<const InjectionScorer> scorer(new InjectionScorer(std::move(rules), cache));
  const Digest& key = scorer->identity_.file_digest;
  if (cache != nullptr) {
    RAGSIEVE_TRY(const auto known, cache->get({&key, 1}));
    if (known[0] == kCompiled) return scorer;
  }
  RAGSIEVE_CHECK(scorer->detector());
  if (cache != nullptr) {
    const std::pair<Digest, std::string> mark{key, kCompiled};
    RAGSIEVE_CHECK(cache->put({&mark, 1}));
  }
  return scorer;
}

Result<const InjectionDetector*> InjectionScorer::detector() const {
  std::call_once(once_, [&] { detector_.emplace(InjectionDetector::compile(rules_)); });
  if (!detector_->ok()) return detector_->error();
  return &**detector_;
}

Result<std::vector<double>> InjectionScorer::score_block(std::span<const InjectionText> texts,
                                                         const RunOptions& run) const {
  std::vector<Digest> keys;
  for (const InjectionText& text : texts) keys.push_back(key_of(identity_, text));
  std::vector<std::optional<std::string>> known(texts.size());
  if (cache_ != nullptr) {
    RAGSIEVE_TRY(known, cache_->get(keys));
  }
  std::vector<double> scores(texts.size());
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::optional<double> stored = read_score(known[i]);
    if (stored) {
      scores[i] = *stored;
    } else {
      missing.push_back(i);
    }
  }
  if (missing.empty()) return scores;
  RAGSIEVE_TRY(const InjectionDetector* rules, detector());
  RAGSIEVE_CHECK(parallel_for(missing.size(), "injection", run, [&](std::size_t i, int) -> Status {
    scores[missing[i]] = score_of(*rules, texts[missing[i]]);
    return ok_status();
  }));
  std::vector<std::pair<Digest, std::string>> fresh;
  for (const std::size_t i : missing) fresh.emplace_back(keys[i], write_score(scores[i]));
  if (cache_ != nullptr) RAGSIEVE_CHECK(cache_->put(fresh));
  return scores;
}

Result<std::vector<double>> InjectionScorer::scores(std::span<const InjectionText> texts,
                                                    const RunOptions& run) const {
  std::map<InjectionText, std::size_t> places;  // in `distinct`
  std::vector<InjectionText> distinct;
  std::vector<std::size_t> place_of;
  for (const InjectionText& text : texts) {
    const auto [found, is_new] = places.emplace(text, distinct.size());
    if (is_new) distinct.push_back(text);
    place_of.push_back(found->second);
  }
  std::vector<double> known;
  while (known.size() < distinct.size()) {
    if (run.cancel.requested()) return make_error(Code::kCancelled, "stopped as asked");
    const std::size_t n = std::min(kBlock, distinct.size() - known.size());
    RunOptions block = run;
    block.progress = [&](const ProgressEvent& event) {
      run.report(event.stage, known.size() + n - event.total + event.done, distinct.size());
    };
    RAGSIEVE_TRY(const std::vector<double> found,
                 score_block(std::span(distinct).subspan(known.size(), n), block));
    known.insert(known.end(), found.begin(), found.end());
  }
  std::vector<double> all;
  for (const std::size_t place : place_of) all.push_back(known[place]);
  return all;
}

Result<InjectionResult> InjectionScorer::scan(const Document& document) const {
  RAGSIEVE_TRY(const InjectionDetector* rules, detector());
  return rules->scan(document);
}

}  // namespace ragsieve
