// attack_table: AUROC and detection at 5 % clean removal of `audit` and `filter` for each attack
// family of datasets in the shape of ../shared/data. Resumable; see scripts/attack_table.sh.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "bench/attack_table/attack_data.h"
#include "bench/attack_table/measure.h"
#include "bench/attack_table/result_file.h"
#include "cli/terminal.h"
#include "ragsieve/backends/backends.h"
#include "ragsieve/config/config.h"

namespace ragsieve::bench {
namespace {

constexpr std::size_t kFewestPositives = 20;

struct Options {
  std::string data = "../shared/data";
  std::vector<std::string> datasets{"hotpotqa:100", "msmarco:25"};
  std::string results = "attack_table.jsonl";
};

std::string models_text(const ModelsInUse& models) {
  std::string text;
  for (const ModelIdentity* identity :
       {&models.encoder->identity(), &models.token_encoder->identity(),
        &models.causal_lm->identity()}) {
    text += identity->name + "@" + to_hex(identity->file_digest).substr(0, 12) + " ";
  }
  return text + models.encoder->identity().engine;
}

std::string cell(const Measured& measured, bool count_always) {
  char text[64];
  if (measured.n_positives < kFewestPositives) {
    std::snprintf(text, sizeof(text), "too few (%zu)", measured.n_positives);
  } else if (count_always) {
    std::snprintf(text, sizeof(text), "%.3f / %.3f (n %zu)", measured.auroc, measured.detection,
                  measured.n_positives);
  } else {
    std::snprintf(text, sizeof(text), "%.3f / %.3f", measured.auroc, measured.detection);
  }
  return text;
}

class Table {
 public:
  Table(const ModelsInUse& models, const RunOptions& run, ResultFile& results)
      : models_(models), run_(run), results_(results), models_text_(models_text(models)) {}

  Status measure(const std::string& folder, std::size_t n_queries) {
    RAGSIEVE_TRY(const AttackData data, read_attack_data(folder, run_));
    RAGSIEVE_TRY(const AttackVectors vectors, encode_all(data, *models_.encoder, run_));
    for (const std::string& family : data.families()) {
      const RowKey audit_key{data.dataset, family, "audit", 0, models_text_};
      const RowKey filter_key{data.dataset, family, "filter", n_queries, models_text_};
      const bool known =
          results_.find(audit_key) != nullptr && results_.find(filter_key) != nullptr;
      if (!known) {
        const Snapshot snapshot = snapshot_of(data, vectors, family);
        RAGSIEVE_TRY(const Measured audited, measure_audit(snapshot, run_));
        RAGSIEVE_CHECK(results_.add(audit_key, audited));
        RAGSIEVE_TRY(const Measured filtered,
                     measure_filter(data, snapshot, family, n_queries, models_, run_));
        RAGSIEVE_CHECK(results_.add(filter_key, filtered));
      }
      std::printf("| %s | %s | %s | %s |\n", data.dataset.c_str(), family.c_str(),
                  cell(*results_.find(audit_key), false).c_str(),
                  cell(*results_.find(filter_key), true).c_str());
      std::fflush(stdout);
    }
    return ok_status();
  }

 private:
  const ModelsInUse& models_;
  const RunOptions& run_;
  ResultFile& results_;
  std::string models_text_;
};

// "hotpotqa:100" is a dataset with the number of its queries.
Result<std::pair<std::string, std::size_t>> dataset_of(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return std::pair{text, std::size_t{100}};
  const std::string count = text.substr(colon + 1);
  if (count.empty() || count.size() > 6 ||
      count.find_first_not_of("0123456789") != std::string::npos) {
    return make_error(Code::kInvalidArgument, "expected NAME:QUERIES, found " + text);
  }
  return std::pair{text.substr(0, colon), static_cast<std::size_t>(std::stoul(count))};
}

Status make_table(const Options& options) {
  RAGSIEVE_TRY(const Config config, load_config(std::nullopt, process_environment()));
  cli::ProgressBar bar(cli::stderr_is_terminal());
  RunOptions run;
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  run.threads =
      config.run.threads != 0 ? static_cast<int>(config.run.threads) : static_cast<int>(cores);
  run.progress = [&](const ProgressEvent& event) { bar.update(event); };
  RAGSIEVE_TRY(const auto backends, Backends::open(config, run.threads, nullptr));
  RAGSIEVE_TRY(const ModelsInUse models, backends->models({true, true, true}));
  RAGSIEVE_TRY(ResultFile results, ResultFile::open(options.results));
  Table table(models, run, results);
  std::printf("| corpus | attack | audit: AUROC / detection at 5 %% | filter: the same |\n");
  std::printf("|---|---|---|---|\n");
  for (const std::string& text : options.datasets) {
    RAGSIEVE_TRY(const auto dataset, dataset_of(text));
    const std::string folder = (std::filesystem::path(options.data) / dataset.first).string();
    RAGSIEVE_CHECK(table.measure(folder, dataset.second));
  }
  bar.erase();
  return ok_status();
}

}  // namespace
}  // namespace ragsieve::bench

int main(int argc, char** argv) {
  ragsieve::bench::Options options;
  CLI::App app("Detection of every attack family by audit and filter");
  app.add_option("--data", options.data, "Folder of the datasets");
  app.add_option("--results", options.results, "JSON lines; what is there is not measured again");
  app.add_option("datasets", options.datasets, "NAME:QUERIES ...");
  CLI11_PARSE(app, argc, argv);
  const ragsieve::Status status = ragsieve::bench::make_table(options);
  if (status.ok()) return 0;
  ragsieve::cli::say("attack_table: " + ragsieve::to_string(status.error()));
  return ragsieve::exit_code(status.error().code);
}
