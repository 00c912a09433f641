#include "server/quarantine_command.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ragsieve/base/percent_encoding.h"
#include "ragsieve/config/secret_file.h"
#include "ragsieve/report/visible_text.h"
#include "ragsieve/service/rest_client.h"

namespace ragsieve {
namespace {

constexpr const char* kKeyVariable = "RAGSIEVE_API_KEY";
constexpr std::size_t kAtOnce = 200;  // documents of one decision

struct QuarantineFlags {
  RestClientOptions service;
  std::string key_file;
  std::string format = "text";
  std::size_t limit = 100;
  std::vector<std::string> documents;
  std::string reason;
};

Status print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0) return ok_status();
  return make_error(Code::kIo, "cannot write to standard output");
}

Result<RestClient> client_of(const QuarantineFlags& flags) {
  RestClientOptions options = flags.service;
  const char* variable = std::getenv(kKeyVariable);  // NOLINT(concurrency-mt-unsafe)
  RAGSIEVE_TRY(options.key, secret_of(flags.key_file.empty() && variable != nullptr ? variable : "",
                                      flags.key_file));
  return RestClient::open(std::move(options), make_curl_client());
}

std::string text_at(const json::Value& value, const char* name) {
  const json::Value* found = value.find(name);
  return found != nullptr && found->string() != nullptr ? *found->string() : "";
}

const json::Array& list_at(const json::Value& value, const char* name) {
  static const json::Array none;
  const json::Value* found = value.find(name);
  return found != nullptr && found->array() != nullptr ? *found->array() : none;
}

// "REJECT      2026-11-30T18:00:00Z  4b1f...  notes/a.md", and why below it.
std::string waiting_text(const json::Value& item) {
  std::string verdict = text_at(item, "verdict");
  verdict.resize(std::max<std::size_t>(verdict.size(), 12), ' ');
  std::string text = verdict + text_at(item, "time").substr(0, 19) + "  " +
                     visible(text_at(item, "document")) + "  " + visible(text_at(item, "source")) +
                     "\n";
  const json::Array& reasons = list_at(item, "reasons");
  if (!reasons.empty() && reasons[0].string() != nullptr) {
    text += "            " + visible_start(*reasons[0].string(), 200) + "\n";
  }
  return text;
}

// As many pages as it takes.
Result<json::Array> waiting(RestClient& client, std::size_t limit) {
  json::Array all;
  std::string before;
  while (all.size() < limit) {
    const std::size_t page = std::min<std::size_t>(limit - all.size(), 1000);
    RAGSIEVE_TRY(const json::Value answer,
                 client.get("/v1/quarantine?limit=" + std::to_string(page) + before, {}));
    for (const json::Value& item : list_at(answer, "items")) all.push_back(item);
    const json::Value* next = answer.find("next");
    if (next == nullptr || json::dump(*next) == "null") break;
    before = "&before=" + json::dump(*next);
  }
  return all;
}

Result<int> run_list(const QuarantineFlags& flags) {
  RAGSIEVE_TRY(RestClient client, client_of(flags));
  RAGSIEVE_TRY(const json::Array items, waiting(client, flags.limit));
  std::string text;
  for (const json::Value& item : items) {
    text += flags.format == "jsonl" ? visible_json(json::dump(item)) + "\n" : waiting_text(item);
  }
  if (items.empty() && flags.format == "text") text = "Nothing waits for a reviewer.\n";
  RAGSIEVE_CHECK(print(text));
  return items.empty() ? 0 : 1;
}

Result<int> run_show(const QuarantineFlags& flags) {
  RAGSIEVE_TRY(RestClient client, client_of(flags));
  RAGSIEVE_TRY(const json::Value answer,
               client.get("/v1/documents/" + percent_encoded(flags.documents.front()), {}));
  RAGSIEVE_CHECK(print(visible_json(json::dump(answer)) + "\n"));
  return 0;
}

// What became of each, one a line; 3 where one was not decided.
Result<int> run_decide(const QuarantineFlags& flags, const std::string& action) {
  RAGSIEVE_TRY(RestClient client, client_of(flags));
  if (flags.documents.size() > kAtOnce) {
    return make_error(Code::kTooLarge, std::to_string(flags.documents.size()) +
                                           " documents are named, expected 200 at most");
  }
  json::Array documents;
  for (const std::string& document : flags.documents) documents.emplace_back(document);
  const json::Object body{
      {"action", action}, {"reason", flags.reason}, {"documents", std::move(documents)}};
  RAGSIEVE_TRY(const json::Value answer, client.post("/v1/quarantine/decisions", body, {}));
  bool all = true;
  std::string text;
  for (const json::Value& item : list_at(answer, "items")) {
    const json::Value* decision = item.find("decision");
    const json::Value* problem = item.find("problem");
    all = all && decision != nullptr;
    if (flags.format == "jsonl") {
      text += visible_json(json::dump(item)) + "\n";
    } else if (decision != nullptr) {
      text += visible(text_at(item, "document")) + "  " + action + "  " +
              text_at(*decision, "report") + "\n";
    } else if (problem != nullptr) {
      text += visible(text_at(item, "document")) +
              "  not decided: " + visible(text_at(*problem, "detail")) + "\n";
    }
  }
  RAGSIEVE_CHECK(print(text));
  return all ? 0 : 3;
}

int answer(const Result<int>& exit) {
  if (exit.ok()) return exit.value();
  const std::string line = "ragsieve: " + to_string(exit.error()) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
  return exit_code(exit.error().code);
}

using Run = std::function<Result<int>(const QuarantineFlags&)>;

CLI::App* add_part(CLI::App& app, const std::shared_ptr<QuarantineFlags>& flags, int& exit,
                   const std::pair<std::string, std::string>& name, Run run) {
  CLI::App* part = app.add_subcommand(name.first, name.second);
  part->add_option("--server", flags->service.url, "Address of the service")->capture_default_str();
  part->add_option("--key-file", flags->key_file,
                   std::string("File with the API key; without it ") + kKeyVariable);
  part->add_option("--ca", flags->service.ca_file,
                   "Certificate (PEM) that the service's own is checked with");
  part->add_option("--format", flags->format, "text or jsonl")
      ->check(CLI::IsMember({"text", "jsonl"}));
  part->callback([flags, &exit, run = std::move(run)] { exit = answer(run(*flags)); });
  return part;
}

}  // namespace

void add_quarantine_command(CLI::App& app, int& exit) {
  auto flags = std::make_shared<QuarantineFlags>();
  CLI::App* command = app.add_subcommand(
      "quarantine", "What waits for a reviewer at a running service: list, show, decide");
  command->require_subcommand(1);
  CLI::App* list = add_part(*command, flags, exit,
                            {"list", "What waits, newest first; 1 where something does"}, run_list);
  list->add_option("--limit", flags->limit, "Documents at most")->check(CLI::Range(1, 100'000));
  CLI::App* show =
      add_part(*command, flags, exit,
               {"show", "A document with its verdicts and decisions, as JSON"}, run_show);
  show->add_option("document", flags->documents, "Its id")->required()->expected(1);
  for (const std::string action : {"release", "reject"}) {
    CLI::App* decide = add_part(
        *command, flags, exit, {action, "Decide: " + action + ", a sealed report of its own"},
        [action](const QuarantineFlags& asked) { return run_decide(asked, action); });
    decide->add_option("documents", flags->documents, "Their ids, 200 at most")->required();
    decide->add_option("--reason", flags->reason, "Why, in words")->required();
  }
}

}  // namespace ragsieve
