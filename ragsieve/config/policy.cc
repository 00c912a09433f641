#include "ragsieve/config/policy.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/file.h"
#include "ragsieve/base/limits.h"
#include "ragsieve/config/nearest_name.h"
#include "ragsieve/config/policy_keys.h"
#include "ragsieve/config/toml.h"

namespace ragsieve {
namespace {

using json::Value;

constexpr std::size_t kAllowEntries = 10000;

Error invalid(const std::string& field, const std::string& message) {
  return make_error(Code::kInvalidConfig, message, Where{"", 0, field});
}

Error unknown_key(const std::string& name, std::span<const std::string> names) {
  return invalid(name, "unknown key; the nearest known one is " + nearest_name(name, names));
}

bool is_date(const std::string& text) {
  const auto digits = [&](std::size_t first, std::size_t n) {
    int number = 0;
    for (std::size_t i = first; i < first + n; ++i) {
      if (text[i] < '0' || text[i] > '9') return -1;
      number = number * 10 + (text[i] - '0');
    }
    return number;
  };
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const int year = digits(0, 4);
  const int month = digits(5, 2);
  const int day = digits(8, 2);
  if (year < 0 || month < 0 || day < 0) return false;
  return std::chrono::year_month_day(std::chrono::year(year),
                                     std::chrono::month(static_cast<unsigned>(month)),
                                     std::chrono::day(static_cast<unsigned>(day)))
      .ok();
}

struct AllowKey {
  std::string_view name;
  std::string AllowEntry::* field;
};
constexpr std::array<AllowKey, 5> kAllowKeys = {{{"rule", &AllowEntry::rule},
                                                 {"text", &AllowEntry::text},
                                                 {"text_sha256", &AllowEntry::text_sha256},
                                                 {"note", &AllowEntry::note},
                                                 {"until", &AllowEntry::until}}};

// What must hold between and inside the members of an entry.
Status check_entry(const std::string& name, AllowEntry& entry) {
  for (const std::string AllowEntry::* field : {&AllowEntry::rule, &AllowEntry::note}) {
    if (!(entry.*field).empty()) continue;
    return invalid(name + (field == &AllowEntry::rule ? ".rule" : ".note"),
                   "is not there; an entry names its rule and says why it is allowed");
  }
  if (entry.text.empty() == entry.text_sha256.empty()) {
    return invalid(name, std::string("found ") + (entry.text.empty() ? "neither" : "both") +
                             " text and text_sha256, expected one of them");
  }
  if (!entry.text_sha256.empty()) {
    const auto digest = digest_from_hex(entry.text_sha256);
    if (!digest) {
      return invalid(name + ".text_sha256", "found " + std::to_string(entry.text_sha256.size()) +
                                                " characters, expected 64 hexadecimal digits");
    }
    entry.text_sha256 = to_hex(*digest);
  }
  if (!entry.until.empty() && !is_date(entry.until)) {
    return invalid(name + ".until",
                   "found " + dump_toml_value(entry.until) + ", expected a day such as 2027-01-31");
  }
  return ok_status();
}

Result<AllowEntry> allow_entry(const Value& value, const std::string& name) {
  if (value.object() == nullptr) {
    return invalid(name, "found " + found_text(value) + ", expected a table");
  }
  AllowEntry entry;
  for (const auto& [key, member] : *value.object()) {
    const std::string field = name + "." + key;
    const auto known = std::ranges::find(kAllowKeys, key, &AllowKey::name);
    if (known == kAllowKeys.end()) {
      std::vector<std::string> names;
      for (const AllowKey& one : kAllowKeys) names.push_back(name + "." + std::string(one.name));
      return unknown_key(field, names);
    }
    // The text may be a document's: an error never shows it.
    if (member.string() == nullptr || member.string()->empty()) {
      return invalid(field, "expected a text that is not empty");
    }
    entry.*(known->field) = *member.string();
  }
  RAGSIEVE_CHECK(check_entry(name, entry));
  return entry;
}

Status apply_allow(const Value& value, Policy& policy) {
  if (value.array() == nullptr) {
    return invalid("allow", "found " + found_text(value) + ", expected [[allow]] tables");
  }
  if (value.array()->size() > kAllowEntries) {
    return make_error(Code::kTooLarge,
                      "has " + std::to_string(value.array()->size()) +
                          " entries, expected at most " + std::to_string(kAllowEntries),
                      Where{"", 0, "allow"});
  }
  for (const Value& item : *value.array()) {
    const std::string name = "allow[" + std::to_string(policy.allow.size() + 1) + "]";
    RAGSIEVE_TRY(AllowEntry entry, allow_entry(item, name));
    policy.allow.push_back(std::move(entry));
  }
  return ok_status();
}

Status apply_key(const TomlKey& entry, Policy& policy) {
  if (entry.section.empty() && entry.key == "allow") return apply_allow(entry.value, policy);
  if (entry.section == "allow") return apply_allow(json::Object{}, policy);  // [allow]
  std::vector<std::string> names = {"allow"};
  const bool heading = entry.key.empty() && !entry.section.empty();
  for (const PolicyKey& key : policy_keys()) {
    if (heading && entry.section == key.section) return ok_status();  // without keys
    if (entry.section == key.section && entry.key == key.key) {
      return set_policy_value(key, entry.value, policy);
    }
    names.push_back(full_name(key));
  }
  const bool joined = !entry.section.empty() && !entry.key.empty();
  return unknown_key(entry.section + (joined ? "." : "") + entry.key, names);
}

Status check_order(std::string_view lower_name, Millionths lower, std::string_view upper_name,
                   Millionths upper) {
  if (lower <= upper) return ok_status();
  return invalid("thresholds." + std::string(lower_name),
                 "found " + json::dump(Value(from_millionths(lower))) + ", expected at most " +
                     std::string(upper_name) + " (" + json::dump(Value(from_millionths(upper))) +
                     ")");
}

// The linear fusion is only as good as its weights: a signal that is off must weigh nothing.
Status check_paper_weights(const Policy& policy) {
  if (policy.profile != GateProfile::kPaper) return ok_status();
  const VerdictThresholds& limits = policy.thresholds;
  const std::array<std::pair<std::string_view, Millionths>, 3> weights{
      {{"anomaly", limits.anomaly_weight},
       {"injection", limits.injection_weight},
       {"influence", limits.influence_weight}}};
  for (const auto& [name, weight] : weights) {
    if (weight == 0 || signal_use(policy, name) != SignalUse::kOff) continue;
    return invalid("signals." + std::string(name), "found \"off\" and a weight of " +
                                                       json::dump(Value(from_millionths(weight))) +
                                                       ", expected a weight of 0");
  }
  return ok_status();
}

Status check_together(const Policy& policy) {
  const VerdictThresholds& limits = policy.thresholds;
  RAGSIEVE_CHECK(
      check_order("quarantine_from", limits.quarantine_from, "reject_from", limits.reject_from));
  RAGSIEVE_CHECK(check_order("injection_finding", limits.injection_finding, "injection_strong",
                             limits.injection_strong));
  const Millionths sum = limits.anomaly_weight + limits.injection_weight + limits.influence_weight;
  if (sum == kOne) return check_paper_weights(policy);
  return invalid("weights", "found weights that sum to " + json::dump(Value(from_millionths(sum))) +
                                ", expected 1");
}

Status apply_file(std::string_view text, const std::string& path, Policy& policy) {
  RAGSIEVE_TRY(std::vector<TomlKey> entries, parse_toml_keys(text, path));
  std::ranges::sort(entries, {}, &TomlKey::line);  // the first fault of the file is reported
  for (const TomlKey& entry : entries) {
    Status applied = apply_key(entry, policy);
    if (applied.ok()) continue;
    Error error = std::move(applied).error();
    error.where.line = entry.line;
    return error;
  }
  return check_together(policy);
}

}  // namespace

Result<Policy> parse_policy(std::string_view text, const std::string& path) {
  Policy policy;
  Status applied = apply_file(text, path, policy);
  if (applied.ok()) return policy;
  Error error = std::move(applied).error();
  error.where.path = path;
  return error;
}

Result<Policy> load_policy(const std::string& path) {
  RAGSIEVE_TRY(const std::string text, read_file(path, limits::kConfigBytes));
  return parse_policy(text, path);
}

}  // namespace ragsieve
