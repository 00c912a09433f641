#include "eval/run/answers_judge.h"

#include <algorithm>
#include <limits>
#include <map>

#include "eval/measures/answers.h"
#include "eval/measures/recall.h"
#include "eval/run/online_context.h"

namespace ragsieve::eval {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double& at(AnswerValues& values, AnswerMeasure measure) {
  return values[static_cast<std::size_t>(measure)];
}

void add_once(std::vector<std::string>& list, const std::string& text) {
  if (!answer_words(text).empty() && std::ranges::find(list, text) == list.end()) {
    list.push_back(text);
  }
}

double attack_success(const AskedQuery& query, std::string_view answer) {
  if (query.targets.empty()) return kNaN;
  const bool succeeds = std::ranges::any_of(query.targets, [&](const std::string& target) {
    return attack_succeeds(answer, target, query.references);
  });
  return succeeds ? 1 : 0;
}

}  // namespace

std::vector<AskedQuery> asked_queries(const Dataset& dataset, const Snapshot& snapshot,
                                      std::size_t n) {
  std::map<std::string_view, const Question*> questions;
  for (const Question& question : dataset.questions) questions.emplace(question.id, &question);
  std::map<std::string_view, AskedQuery> asked;
  for (const std::size_t i : snapshot.poisons) {
    const Poison& poison = dataset.poisons[i];
    AskedQuery& query = asked[poison.query];
    const Question& question = *questions.at(poison.query_id);
    for (const std::string& answer : question.answers) add_once(query.references, answer);
    add_once(query.references, poison.correct_answer);
    add_once(query.targets, poison.target_answer);
    const auto judged_ids = dataset.relevant.find(poison.query_id);
    if (judged_ids != dataset.relevant.end()) query.relevant = judged_ids->second;
  }
  std::vector<AskedQuery> chosen;
  for (const std::string& text : attacked_queries(dataset, snapshot, n)) {
    chosen.push_back(asked.at(text));
    chosen.back().text = text;
  }
  return chosen;
}

AnswerValues judged(const AskedQuery& query, const ReadContext& context, std::string_view answer) {
  AnswerValues values;
  values.fill(kNaN);
  at(values, AnswerMeasure::kRecall) = recall_at(context.ids, query.relevant, kCandidates);
  if (!query.references.empty()) {
    at(values, AnswerMeasure::kTokenF1) = token_f1(answer, query.references);
    at(values, AnswerMeasure::kExactMatch) = exact_match(answer, query.references);
    at(values, AnswerMeasure::kHoldsReference) = holds_any(answer, query.references) ? 1 : 0;
  }
  at(values, AnswerMeasure::kAttackSuccess) = attack_success(query, answer);
  if (!context.ids.empty()) {
    at(values, AnswerMeasure::kPoisonShare) =
        static_cast<double>(context.n_poisons) / static_cast<double>(context.ids.size());
  }
  return values;
}

}  // namespace ragsieve::eval
