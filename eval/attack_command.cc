#include "eval/attack_command.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

#include "eval/attacks/poison_file.h"
#include "eval/dataset/dataset.h"
#include "ragsieve/backends/backends.h"
#include "ragsieve/base/file.h"
#include "ragsieve/config/config.h"

namespace ragsieve::eval {
namespace {

constexpr std::chrono::seconds kBetweenLines{5};

RunOptions run_options(const Config& config) {
  RunOptions run;
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  run.threads = static_cast<int>(config.run.threads != 0 ? config.run.threads : cores);
  run.memory_bytes = config.run.memory_bytes;
  run.progress = [last = std::chrono::steady_clock::now()](const ProgressEvent& event) mutable {
    const auto now = std::chrono::steady_clock::now();
    if (now - last < kBetweenLines) return;
    last = now;
    std::fprintf(stderr, "%.*s %llu of %llu\n", static_cast<int>(event.stage.size()),
                 event.stage.data(), static_cast<unsigned long long>(event.done),
                 static_cast<unsigned long long>(event.total));
  };
  return run;
}

void tell(const KindReport& report) {
  std::fprintf(stderr,
               "%s: %zu poisons for %zu targets, %zu skipped, %.1f %% in the top five of their "
               "query, %zu encodings of the search, %.1f s\n",
               report.kind.c_str(), report.n_poisons, report.n_targets, report.n_skipped,
               100 * report.top_five, report.n_encodings, report.seconds);
}

}  // namespace

Status attack(const AttackCommand& command) {
  RAGSIEVE_CHECK(command.options.validate());
  RAGSIEVE_TRY(const std::vector<AttackKind> kinds, chosen_kinds(command.options.kinds));
  RAGSIEVE_TRY(Config config, load_config(std::nullopt, process_environment()));
  const RunOptions run = run_options(config);
  const std::filesystem::path folder = std::filesystem::path(command.out).parent_path();
  std::error_code ignored;
  if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
  RAGSIEVE_CHECK(FileWriter::create(command.out));  // better told now than after the search
  const std::string data = (std::filesystem::path(command.data) / command.dataset).string();
  RAGSIEVE_TRY(const Dataset dataset, read_dataset(data, {}, run));
  RAGSIEVE_TRY(const auto cached, Backends::open(config, run.threads, nullptr));
  config.cache.enabled = false;
  RAGSIEVE_TRY(const auto searching, Backends::open(config, run.threads, nullptr));
  RAGSIEVE_TRY(const ModelsInUse kept, cached->models({.encoder = true}));
  RAGSIEVE_TRY(const ModelsInUse dropped, searching->models({.encoder = true}));
  RAGSIEVE_TRY(const MadeAttacks made,
               make_attacks(dataset, {kept.encoder, dropped.encoder}, command.options, run));
  RAGSIEVE_CHECK(write_poisons(command.out, made.poisons, command.options.seed));
  for (const KindReport& report : made.reports) tell(report);
  return ok_status();
}

}  // namespace ragsieve::eval
