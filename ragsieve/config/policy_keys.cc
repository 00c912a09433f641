// A new key is a member of Policy, a line of its canonical text and a row here.
#include "ragsieve/config/policy_keys.h"

#include <algorithm>

#include "ragsieve/config/toml.h"

namespace ragsieve {
namespace {

using json::Value;

constexpr double kMostDays = 36500;

#define RAGSIEVE_FIELD(path) [](Policy& policy) -> auto& { return policy.path; }

template <std::size_t kSignal>
void set_use(Policy& policy, std::size_t choice) {
  policy.signals[kSignal] = static_cast<SignalUse>(choice);
}

void set_mode(Policy& policy, std::size_t choice) { policy.mode = static_cast<PolicyMode>(choice); }

void set_profile(Policy& policy, std::size_t choice) {
  policy.profile = static_cast<GateProfile>(choice);
}

// clang-format off
constexpr PolicyKey kKeys[] = {
    {"", "mode", ChoiceField(set_mode), 0, 0, kModeNames},
    {"", "profile", ChoiceField(set_profile), 0, 0, kGateProfileNames},
    {"thresholds", "alpha", ShareField(RAGSIEVE_FIELD(thresholds.alpha)), 1e-6, 0.5},
    {"thresholds", "quarantine_from", ShareField(RAGSIEVE_FIELD(thresholds.quarantine_from))},
    {"thresholds", "reject_from", ShareField(RAGSIEVE_FIELD(thresholds.reject_from))},
    {"thresholds", "injection_finding", ShareField(RAGSIEVE_FIELD(thresholds.injection_finding)), 1e-6},
    {"thresholds", "injection_strong", ShareField(RAGSIEVE_FIELD(thresholds.injection_strong)), 1e-6},
    {"thresholds", "conflict_cosine", ShareField(RAGSIEVE_FIELD(conflict_cosine))},
    {"weights", "anomaly", ShareField(RAGSIEVE_FIELD(thresholds.anomaly_weight))},
    {"weights", "injection", ShareField(RAGSIEVE_FIELD(thresholds.injection_weight))},
    {"weights", "influence", ShareField(RAGSIEVE_FIELD(thresholds.influence_weight))},
    {"signals", kSignalNames[0], ChoiceField(set_use<0>), 0, 0, kSignalUseNames},
    {"signals", kSignalNames[1], ChoiceField(set_use<1>), 0, 0, kSignalUseNames},
    {"signals", kSignalNames[2], ChoiceField(set_use<2>), 0, 0, kSignalUseNames},
    {"signals", kSignalNames[3], ChoiceField(set_use<3>), 0, 0, kSignalUseNames},
    {"signals", kSignalNames[4], ChoiceField(set_use<4>), 0, 0, kSignalUseNames},
    {"signals", kSignalNames[5], ChoiceField(set_use<5>), 0, 0, kSignalUseNames},
    {"decisive", "p", SwitchField(RAGSIEVE_FIELD(decisive.p))},
    {"decisive", "injection_strong", SwitchField(RAGSIEVE_FIELD(decisive.injection_strong))},
    {"decisive", "injection_finding", SwitchField(RAGSIEVE_FIELD(decisive.injection_finding))},
    {"decisive", "conflict_retrieved", SwitchField(RAGSIEVE_FIELD(decisive.conflict_retrieved))},
    {"decisive", "conflict_supported", SwitchField(RAGSIEVE_FIELD(decisive.conflict_supported))},
    {"batch", "window_days", CountField(RAGSIEVE_FIELD(window_days)), 0, kMostDays},
};
// clang-format on

#undef RAGSIEVE_FIELD

std::string expected(const PolicyKey& key) {
  if (std::holds_alternative<SwitchField>(key.field)) return "true or false";
  if (std::holds_alternative<CountField>(key.field)) {
    return "an integer from " + json::dump(Value(static_cast<std::uint64_t>(key.least))) + " to " +
           json::dump(Value(static_cast<std::uint64_t>(key.most)));
  }
  if (std::holds_alternative<ShareField>(key.field)) {
    return "a number from " + json::dump(Value(key.least)) + " to " + json::dump(Value(key.most));
  }
  std::string list = "one of ";
  for (const std::string_view choice : key.choices) {
    if (choice != key.choices.front()) list += ", ";
    list += dump_toml_value(choice);
  }
  return list;
}

// Each sets the field where the value is one of its type and range, and says whether it did.
struct Setter {
  const PolicyKey& key;
  const Value& value;
  Policy& policy;

  [[nodiscard]] bool in_range() const {
    return value.number() >= key.least && value.number() <= key.most;
  }
  bool operator()(ShareField field) const {
    if (!value.is_number() || !in_range()) return false;  // NaN is in no range
    field(policy) = to_millionths(value.number());
    return true;
  }
  bool operator()(SwitchField field) const {
    if (value.boolean() == nullptr) return false;
    field(policy) = *value.boolean();
    return true;
  }
  bool operator()(CountField field) const {
    const auto* integer = std::get_if<std::int64_t>(&value.storage());
    if (integer == nullptr || !in_range()) return false;
    field(policy) = static_cast<std::uint64_t>(*integer);
    return true;
  }
  bool operator()(ChoiceField field) const {
    if (value.string() == nullptr) return false;
    const auto choice = std::ranges::find(key.choices, *value.string());
    if (choice == key.choices.end()) return false;
    field(policy, static_cast<std::size_t>(choice - key.choices.begin()));
    return true;
  }
};

}  // namespace

std::span<const PolicyKey> policy_keys() { return kKeys; }

std::string full_name(const PolicyKey& key) {
  return key.section.empty() ? std::string(key.key)
                             : std::string(key.section) + "." + std::string(key.key);
}

std::string found_text(const Value& value) {
  if (value.array() != nullptr) return "an array";
  if (value.object() != nullptr) return "a table";
  return std::holds_alternative<std::nullptr_t>(value.storage()) ? "nothing"
                                                                 : dump_toml_value(value);
}

Status set_policy_value(const PolicyKey& key, const Value& value, Policy& policy) {
  if (std::visit(Setter{key, value, policy}, key.field)) return ok_status();
  return make_error(Code::kInvalidConfig,
                    "found " + found_text(value) + ", expected " + expected(key),
                    Where{"", 0, full_name(key)});
}

}  // namespace ragsieve
