#include "ragsieve/core/injection_rules.h"

#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace ragsieve {
namespace {

template <typename T>
void move_behind(std::vector<T>& into, std::vector<T>& more) {
  into.insert(into.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

}  // namespace

Status add_rules(InjectionRules& into, InjectionRules more) {
  std::set<std::string_view> ids;
  for (const InjectionRule& rule : into.rules) ids.insert(rule.id);
  for (const InjectionRule& rule : more.rules) {
    if (ids.insert(rule.id).second) continue;
    return make_error(Code::kInvalidConfig,
                      "a rule \"" + rule.id + "\" exists already; give this one another id");
  }
  if (!into.version.empty() && into.version != more.version) into.version += "+" + more.version;
  if (into.version.empty()) into.version = more.version;
  move_behind(into.rules, more.rules);
  move_behind(into.discussion, more.discussion);
  move_behind(into.topics, more.topics);
  move_behind(into.introduction, more.introduction);
  move_behind(into.concepts, more.concepts);
  if (into.classifier.empty()) into.classifier = std::move(more.classifier);
  return ok_status();
}

}  // namespace ragsieve
