// Alarm rates of the injection signal on JSONL files of texts, by group, and the time of a scan.
// Prints one JSON object of totals and never a text.
//   injection_table FILE.jsonl... [--group KEY] [--rules FILE.toml] [--records | --windows]
//                   [--no-rules] [--no-classifier] [--paper]
// A record is {text, title?, _id or id?, ...}; KEY (default "category") may be dotted and repeated;
// --rules adds a file of one's own; --paper scores the paper's patterns instead; --records prints
// each record's id, group, score and rules as a line of its own instead of the totals, --windows
// what the classifier sees in each of its sentences (scripts/train_injection.py reads it).

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/file.h"
#include "ragsieve/base/limits.h"
#include "ragsieve/config/injection_rules.h"
#include "ragsieve/connect/line_reader.h"
#include "ragsieve/core/injection_rules.h"
#include "ragsieve/detect/injection.h"
#include "ragsieve/detect/paper_injection.h"
#include "ragsieve/json/reader.h"

namespace {

using ragsieve::Document;
using ragsieve::InjectionDetector;
using ragsieve::InjectionResult;
using ragsieve::InjectionRules;
using ragsieve::Result;
using ragsieve::Status;
using ragsieve::json::Value;

struct Settings {
  std::vector<std::string> files;
  std::vector<std::string> groups;
  std::optional<std::string> rules;
  bool records = false;
  bool paper = false;
  bool no_rules = false;
  bool no_classifier = false;
  bool windows = false;
};

struct Group {
  std::size_t n = 0;
  std::size_t alarms = 0;
};

struct Totals {
  std::map<std::string, Group> groups;
  std::vector<double> milliseconds;
};

std::optional<Settings> parse(const std::vector<std::string>& words) {
  Settings settings;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--records") {
      settings.records = true;
    } else if (word == "--paper") {
      settings.paper = true;
    } else if (word == "--no-rules") {
      settings.no_rules = true;
    } else if (word == "--no-classifier") {
      settings.no_classifier = true;
    } else if (word == "--windows") {
      settings.windows = true;
    } else if (word == "--group" && i + 1 < words.size()) {
      settings.groups.push_back(words[++i]);
    } else if (word == "--rules" && i + 1 < words.size()) {
      settings.rules = words[++i];
    } else if (word.starts_with("--")) {
      return std::nullopt;
    } else {
      settings.files.push_back(word);
    }
  }
  if (settings.groups.empty()) settings.groups = {"category"};
  if (settings.files.empty()) return std::nullopt;
  return settings;
}

// A member as text; "" where it is missing.
std::string member(const Value& record, std::string_view key) {
  const Value* value = &record;
  while (value != nullptr) {
    const std::size_t dot = key.find('.');
    value = value->find(key.substr(0, dot));
    if (dot == std::string_view::npos) break;
    key.remove_prefix(dot + 1);
  }
  if (value == nullptr) return "";
  return value->string() != nullptr ? *value->string() : ragsieve::json::dump(*value);
}

Result<InjectionRules> rules_of(const Settings& settings) {
  RAGSIEVE_TRY(InjectionRules rules, ragsieve::builtin_injection_rules<InjectionRules>());
  if (settings.rules) {
    RAGSIEVE_TRY(const std::string toml,
                 ragsieve::read_file(*settings.rules, ragsieve::limits::kConfigBytes));
    RAGSIEVE_TRY(InjectionRules more,
                 ragsieve::parse_injection_rules<InjectionRules>(toml, *settings.rules));
    RAGSIEVE_CHECK(add_rules(rules, std::move(more)));
  }
  if (settings.no_rules) rules.rules.clear();
  if (settings.no_classifier) rules.classifier.clear();
  return rules;
}

void print_record(const Value& record, const std::string& group, const InjectionResult& result) {
  ragsieve::json::Array findings;
  for (const auto& finding : result.findings) {
    findings.emplace_back(ragsieve::json::Object{{"rule", finding.rule},
                                                 {"view", finding.view},
                                                 {"weight", finding.weight},
                                                 {"quoted", finding.quoted}});
  }
  const std::string id = member(record, "_id");
  const Value line(ragsieve::json::Object{{"id", id.empty() ? member(record, "id") : id},
                                          {"group", group},
                                          {"score", result.score},
                                          {"findings", std::move(findings)}});
  std::printf("%s\n", ragsieve::json::dump(line).c_str());
}

ragsieve::json::Array texts(const std::vector<std::string>& values) {
  return {values.begin(), values.end()};
}

void print_windows(const Value& record, const std::string& group, const Document& document,
                   const InjectionDetector& detector) {
  const std::string id = member(record, "_id");
  for (const auto& window : detector.windows(document)) {
    ragsieve::json::Array grams;
    for (const std::uint32_t bucket : window.grams) grams.emplace_back(std::uint64_t{bucket});
    const Value line(ragsieve::json::Object{{"id", id.empty() ? member(record, "id") : id},
                                            {"group", group},
                                            {"start", std::uint64_t{window.range.start}},
                                            {"end", std::uint64_t{window.range.end}},
                                            {"whole", window.whole},
                                            {"score", window.score},
                                            {"rule_score", window.rule_score},
                                            {"concepts", texts(window.concepts)},
                                            {"rules", texts(window.rules)},
                                            {"grams", std::move(grams)}});
    std::printf("%s\n", ragsieve::json::dump(line).c_str());
  }
}

Status scan_file(const std::string& path, const Settings& settings,
                 const InjectionDetector& detector, Totals& totals) {
  RAGSIEVE_TRY(ragsieve::LineReader lines, ragsieve::LineReader::open(path));
  ragsieve::json::Reader reader;
  while (true) {
    RAGSIEVE_TRY(const auto line, lines.next());
    if (!line) return ragsieve::ok_status();
    RAGSIEVE_TRY(const Value record, reader.parse(line->text));
    std::string group = member(record, "label");
    for (const std::string& key : settings.groups) {
      group += (group.empty() ? "" : " ") + member(record, key);
    }
    Document document;
    set_fields(document, member(record, "title"), member(record, "text"));
    if (settings.windows) {
      print_windows(record, group, document, detector);
      continue;
    }
    const auto start = std::chrono::steady_clock::now();
    const InjectionResult result =
        settings.paper ? ragsieve::paper_injection(document) : detector.scan(document);
    const auto elapsed = std::chrono::steady_clock::now() - start;
    totals.milliseconds.push_back(std::chrono::duration<double, std::milli>(elapsed).count());
    Group& counts = totals.groups[group];
    ++counts.n;
    counts.alarms += result.score >= ragsieve::kInjectionAlarm ? 1 : 0;
    if (settings.records) print_record(record, group, result);
  }
}

void print(Totals& totals) {
  ragsieve::json::Object groups;
  for (const auto& [name, counts] : totals.groups) {
    groups.emplace_back(
        name, Value(ragsieve::json::Object{
                  {"n", std::uint64_t{counts.n}},
                  {"alarms", std::uint64_t{counts.alarms}},
                  {"rate", static_cast<double>(counts.alarms) / static_cast<double>(counts.n)}}));
  }
  std::ranges::sort(totals.milliseconds);
  ragsieve::json::Object out{{"groups", Value(std::move(groups))}};
  if (!totals.milliseconds.empty()) {
    out.emplace_back("median_ms", totals.milliseconds[totals.milliseconds.size() / 2]);
    out.emplace_back("largest_ms", totals.milliseconds.back());
  }
  std::printf("%s\n", ragsieve::json::dump(Value(std::move(out))).c_str());
}

Status run(const Settings& settings) {
  RAGSIEVE_TRY(const InjectionRules rules, rules_of(settings));
  RAGSIEVE_TRY(const InjectionDetector detector, InjectionDetector::compile(rules));
  Totals totals;
  for (const std::string& path : settings.files) {
    RAGSIEVE_CHECK(scan_file(path, settings, detector, totals));
  }
  if (!settings.records && !settings.windows) print(totals);
  return ragsieve::ok_status();
}

}  // namespace

int main(int argc, char** argv) {
  const auto settings = parse({argv + 1, argv + argc});
  if (!settings) {
    std::fprintf(stderr,
                 "usage: injection_table FILE.jsonl... [--group KEY] [--rules FILE.toml] "
                 "[--records | --windows] [--no-rules] [--no-classifier] [--paper]\n");
    return 2;
  }
  const Status status = run(*settings);
  if (status.ok()) return 0;
  std::fprintf(stderr, "%s\n", ragsieve::to_string(status.error()).c_str());
  return 3;
}
