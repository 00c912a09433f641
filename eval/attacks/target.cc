#include "eval/attacks/target.h"

#include <map>
#include <string_view>
#include <tuple>

namespace ragsieve::eval {

std::vector<AttackTarget> attack_targets(const Dataset& dataset) {
  std::map<std::string_view, std::string_view> questions;
  for (const Question& question : dataset.questions) questions[question.id] = question.text;
  // Changed question, bytes of both answers, then what decides ties.
  using Order = std::tuple<bool, std::size_t, std::string, std::string, std::string>;
  std::map<std::string, Order> best;  // by query_id; bytes of UTF-8 sort by code point
  for (const Poison& poison : dataset.poisons) {
    if (!dataset.is_own(poison) || poison.target_answer.empty()) continue;
    const auto question = questions.find(poison.query_id);
    Order order{question == questions.end() || question->second != poison.query,
                poison.target_answer.size() + poison.correct_answer.size(), poison.query,
                poison.target_answer, poison.correct_answer};
    const auto [entry, is_new] = best.try_emplace(poison.query_id, order);
    if (!is_new && order < entry->second) entry->second = std::move(order);
  }
  std::vector<AttackTarget> targets;
  for (const auto& [id, order] : best) {
    targets.push_back({id, std::get<2>(order), std::get<3>(order), std::get<4>(order)});
  }
  return targets;
}

}  // namespace ragsieve::eval
