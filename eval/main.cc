// ragsieve-eval: measures detectors on public attack sets and reports what was measured.
//   plan    the rows of a table, which are done, and the hours for the rest
//   run     measures what is not done, one JSON line a row; can be stopped and run again
//   report  the result lines as Markdown
//   reference  the clean candidates that ship with the default filter
//   attack  poisons made for a dataset, a file that plan and run take by --poisons
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "eval/attack_command.h"
#include "eval/dataset/dataset.h"
#include "eval/report/cells.h"
#include "eval/report/charts.h"
#include "eval/report/costs_markdown.h"
#include "eval/report/markdown.h"
#include "eval/report/means_markdown.h"
#include "eval/run/answers_table.h"
#include "eval/run/default_filter.h"
#include "eval/run/offline_table.h"
#include "eval/run/online_table.h"
#include "eval/run/result_file.h"
#include "ragsieve/backends/backends.h"
#include "ragsieve/base/file.h"
#include "ragsieve/config/config.h"
#include "ragsieve/pipeline/summaries.h"

namespace ragsieve::eval {
namespace {

struct Options {
  std::string data = "../shared/data";
  std::string results = "build/eval/results.jsonl";
  std::vector<std::string> datasets{"hotpotqa", "msmarco", "rgb_fact", "hard_negatives"};
  std::string table = "audit";
  std::string svg;
  bool costs = false;
  bool means = false;
  std::vector<std::string> poisons;  // files beside the one dataset
  OfflineOptions offline;
  OnlineOptions online;  // families, detectors and figures are those of `offline`
  AttackCommand attack;
};

std::string machine_text() {
  std::ifstream cpus("/proc/cpuinfo");
  std::string model = "unknown CPU";
  for (std::string line; std::getline(cpus, line);) {
    const std::size_t colon = line.find(": ");
    if (!line.starts_with("model name") || colon == line.npos) continue;
    model = line.substr(colon + 2);
    break;
  }
  return model + ", " + std::to_string(std::thread::hardware_concurrency()) + " cores";
}

// What plan and run share: models, results, and the datasets one after another.
class Session {
 public:
  static Result<Session> open(const Options& options) {
    Session session;
    session.options_ = &options;
    RAGSIEVE_TRY(session.config_, load_config(std::nullopt, process_environment()));
    const auto cores = std::max(1U, std::thread::hardware_concurrency());
    session.run_.threads = session.config_.run.threads != 0
                               ? static_cast<int>(session.config_.run.threads)
                               : static_cast<int>(cores);
    session.run_.memory_bytes = session.config_.run.memory_bytes;
    RAGSIEVE_TRY(session.backends_, Backends::open(session.config_, session.run_.threads, nullptr));
    const bool answers = options.table == kAnswersTable;
    const bool online = answers || options.table == "filter";
    RAGSIEVE_TRY(session.models_, session.backends_->models({true, online, online, answers}));
    const std::filesystem::path folder = std::filesystem::path(options.results).parent_path();
    std::error_code ignored;
    if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
    return session;
  }

  Status for_each_dataset(const std::function<Status(const Dataset&)>& work) {
    if (!options_->poisons.empty() && options_->datasets.size() != 1) {
      return make_error(Code::kInvalidArgument,
                        "a file of poisons belongs to one dataset, and " +
                            std::to_string(options_->datasets.size()) +
                            " are measured; name its own with --datasets",
                        Where{"", 0, "poisons"});
    }
    for (const std::string& name : options_->datasets) {
      const std::string folder = (std::filesystem::path(options_->data) / name).string();
      RAGSIEVE_TRY(const Dataset dataset, read_dataset(folder, {}, run_, options_->poisons));
      RAGSIEVE_CHECK(work(dataset));
    }
    return ok_status();
  }

  [[nodiscard]] const ModelsInUse& models() const { return models_; }
  [[nodiscard]] const RunOptions& run() const { return run_; }

 private:
  const Options* options_ = nullptr;
  Config config_;
  RunOptions run_;
  std::unique_ptr<Backends> backends_;
  ModelsInUse models_;
};

std::string family_or_clean(const RowKey& key) {
  return key.family.empty() ? "(clean)" : key.family;
}

// What a plan says of the rows of a table.
struct Totals {
  std::size_t n_rows = 0;
  std::size_t n_done = 0;
  double seconds = 0;

  template <typename Row>
  void print(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
      ++n_rows;
      n_done += row.done ? 1 : 0;
      seconds += row.seconds;
      std::printf("%-5s %s %s %zu %s\n", row.done ? "done" : "to do", row.key.dataset.c_str(),
                  family_or_clean(row.key).c_str(), row.key.per_target, row.key.detector.c_str());
    }
  }
};

OnlineOptions online_options(const Options& options) {
  OnlineOptions online = options.online;
  online.families = options.offline.families;
  online.per_target = options.offline.per_target;
  online.detectors = options.offline.detectors;
  online.figures = options.offline.figures;
  return online;
}

AnswersOptions answers_options(const Options& options) {
  AnswersOptions answers;
  answers.families = options.offline.families;
  answers.per_target = options.offline.per_target;
  answers.defences = options.offline.detectors;
  answers.n_queries = options.online.n_queries;
  answers.n_reference = options.online.n_reference;
  answers.figures = options.offline.figures;
  return answers;
}

Status plan(const Options& options) {
  RAGSIEVE_TRY(Session session, Session::open(options));
  RAGSIEVE_TRY(ResultFile results, ResultFile::open(options.results));
  Totals totals;
  RAGSIEVE_CHECK(session.for_each_dataset([&](const Dataset& dataset) -> Status {
    if (options.table == "filter") {
      RAGSIEVE_TRY(const auto rows,
                   plan_online(dataset, session.models(), online_options(options), results));
      totals.print(rows);
    } else if (options.table == kAnswersTable) {
      RAGSIEVE_TRY(const auto rows,
                   plan_answers(dataset, session.models(), answers_options(options), results));
      totals.print(rows);
    } else {
      RAGSIEVE_TRY(const auto rows, plan_offline(dataset, session.models().encoder->identity(),
                                                 options.offline, results));
      totals.print(rows);
    }
    return ok_status();
  }));
  std::printf("%zu rows, %zu done, about %.2f hours to do (what the cache holds is not deducted)\n",
              totals.n_rows, totals.n_done, totals.seconds / 3600);
  return ok_status();
}

void tell(const ResultLine& line) {
  if (line.answers) {
    const auto of = [](const AnswerFigures& figures, AnswerMeasure measure) {
      return three_digits(figure_of(figures, measure).value);
    };
    std::fprintf(stderr, "%s %s %zu %s: F1 %s, poisoned %s, attack %s (n %zu, %.1f s)\n",
                 line.key.dataset.c_str(), family_or_clean(line.key).c_str(), line.key.per_target,
                 line.key.detector.c_str(),
                 of(line.answers->clean, AnswerMeasure::kTokenF1).c_str(),
                 of(line.answers->poisoned, AnswerMeasure::kTokenF1).c_str(),
                 of(line.answers->poisoned, AnswerMeasure::kAttackSuccess).c_str(), line.n_targets,
                 line.seconds);
    return;
  }
  std::fprintf(stderr, "%s %s %zu %s: %s / %s (n %zu, %.1f s)\n", line.key.dataset.c_str(),
               family_or_clean(line.key).c_str(), line.key.per_target, line.key.detector.c_str(),
               three_digits(line.figures.auroc).c_str(),
               three_digits(line.figures.detection).c_str(), line.figures.n_positives,
               line.seconds);
}

Status measure(const Options& options) {
  RAGSIEVE_TRY(Session session, Session::open(options));
  RAGSIEVE_TRY(ResultFile results, ResultFile::open(options.results));
  const RowSink sink{machine_text(), std::string(program_version()), tell};
  const OnlineOptions online = online_options(options);
  const AnswersOptions answers = answers_options(options);
  return session.for_each_dataset([&](const Dataset& dataset) -> Status {
    const ModelsInUse& models = session.models();
    if (options.table == "filter") {
      RAGSIEVE_TRY(const auto rows, plan_online(dataset, models, online, results));
      return run_online(dataset, models, rows, online, results, sink, session.run());
    }
    if (options.table == kAnswersTable) {
      RAGSIEVE_TRY(const auto rows, plan_answers(dataset, models, answers, results));
      return run_answers(dataset, models, rows, answers, results, sink, session.run());
    }
    RAGSIEVE_TRY(const auto rows,
                 plan_offline(dataset, models.encoder->identity(), options.offline, results));
    return run_offline(dataset, *models.encoder, rows, options.offline, results, sink,
                       session.run());
  });
}

Status print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) {
    return ok_status();
  }
  return system_error(errno, "write the report", "stdout");
}

Status write_charts(const std::vector<ResultLine>& lines, const std::string& folder) {
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  for (const NamedSvg& chart : charts_of(lines)) {
    RAGSIEVE_CHECK(write_file((std::filesystem::path(folder) / chart.name).string(), chart.svg));
  }
  return ok_status();
}

Status report(const Options& options) {
  RAGSIEVE_TRY(const ResultFile results, ResultFile::open(options.results));
  std::vector<ResultLine> lines;
  for (const auto& [key, line] : results.rows()) lines.push_back(line);
  if (!options.svg.empty()) RAGSIEVE_CHECK(write_charts(lines, options.svg));
  if (options.means) return print(means_report(lines));
  return print(options.costs ? costs_report(lines) : markdown_report(lines));
}

// The rows of detect/filter_reference.inc, to stdout.
Status reference(const Options& options) {
  constexpr std::size_t kRows = 1000;
  RAGSIEVE_TRY(Session session, Session::open(options));
  std::vector<std::vector<FilterTerms>> terms;
  RAGSIEVE_CHECK(session.for_each_dataset([&](const Dataset& dataset) -> Status {
    RAGSIEVE_TRY(auto clean, clean_filter_terms(dataset, *session.models().encoder, session.run()));
    terms.push_back(std::move(clean));
    return ok_status();
  }));
  return print(reference_rows(terms, kRows));
}

void add_table_options(CLI::App& command, Options& options) {
  command
      .add_option("--table", options.table,
                  "audit: whole corpora; filter: retrievals of queries; answers: what "
                  "is answered to them")
      ->check(CLI::IsMember({"audit", "filter", "answers"}));
  command.add_option("--data", options.data, "Folder of the datasets");
  command.add_option("--datasets", options.datasets, "Names of their folders")->delimiter(',');
  command.add_option("--poisons", options.poisons,
                     "Further poisons of the one dataset, as poisons.jsonl; repeatable");
  command.add_option("--families", options.offline.families, "Attacks; a+b joins (default: all)")
      ->delimiter(',');
  command.add_option("--per-target", options.offline.per_target, "Poisons a target; 0: all")
      ->delimiter(',');
  command
      .add_option("--detectors", options.offline.detectors,
                  "Detectors (default: all); of answers defences: none, a detector, "
                  "offline+online")
      ->delimiter(',');
  command.add_option("--queries", options.online.n_queries,
                     "Queries of a family (filter, answers); 0: all");
  command.add_option("--reference", options.online.n_reference,
                     "Clean queries that thresholds are set on (filter, answers)");
  command.add_option("--draws", options.offline.figures.bootstrap.n_draws, "Bootstrap draws");
  command.add_option("--seed", options.offline.figures.bootstrap.seed, "Seed of the bootstrap");
}

Status make_poisons(const Options& options) { return attack(options.attack); }

void add_attack_options(CLI::App& command, AttackCommand& attack) {
  command.add_option("--data", attack.data, "Folder of the datasets");
  command.add_option("--dataset", attack.dataset, "Name of its folder")->required();
  command.add_option("--kind", attack.options.kinds, "Kinds of attack (default: all)")
      ->delimiter(',');
  command.add_option("--targets", attack.options.n_targets, "Targets of each kind");
  command.add_option("--seed", attack.options.seed, "Seed of every draw");
  command.add_option("--out", attack.out, "File of poisons to write")->required();
}

}  // namespace
}  // namespace ragsieve::eval

int main(int argc, char** argv) {
  using ragsieve::eval::Options;
  Options options;
  CLI::App app("Detectors on public attack sets, side by side");
  app.require_subcommand(1);
  std::function<ragsieve::Status(const Options&)> command;
  const auto add = [&](const char* name, const char* help, auto function) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->add_option("--results", options.results, "JSON lines of results");
    sub->callback([&command, function] { command = function; });
    return sub;
  };
  add_table_options(*add("plan", "Rows, which are done, and hours", ragsieve::eval::plan), options);
  add_table_options(*add("run", "Measure what is not done", ragsieve::eval::measure), options);
  CLI::App* report = add("report", "Results as Markdown", ragsieve::eval::report);
  report->add_option("--svg", options.svg, "Folder for the charts");
  report->add_flag("--means", options.means, "Means alone, one row a detector");
  report->add_flag("--costs", options.costs, "What the detectors cost instead of what they find");
  CLI::App* rows =
      add("reference", "Clean candidates that ship with `filter`", ragsieve::eval::reference);
  rows->add_option("--data", options.data, "Folder of the datasets");
  rows->add_option("--datasets", options.datasets, "Names of their folders")->delimiter(',');
  CLI::App* attack = app.add_subcommand("attack", "Make poisons for a dataset");
  ragsieve::eval::add_attack_options(*attack, options.attack);
  attack->callback([&command] { command = ragsieve::eval::make_poisons; });
  CLI11_PARSE(app, argc, argv);
  const ragsieve::Status status = command(options);
  if (status.ok()) return 0;
  std::fprintf(stderr, "ragsieve-eval: %s\n", ragsieve::to_string(status.error()).c_str());
  return ragsieve::exit_code(status.error().code);
}
