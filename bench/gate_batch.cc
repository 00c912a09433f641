// Screens many labelled documents with one open gate and prints what the gate made of each, a JSON
// line a document, without any text: how the tables of docs/results/gate.md are made.
//   gate_batch CORPUS DOCUMENTS.jsonl [--probes FILE] [--profile paper|default] [--alone]
// A document has _id, title, text, and perhaps "set" (those of one set are screened together, the
// others alone; --alone: all alone) and "supersedes" (the id of a trusted document).
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ragsieve/backends/backends.h"
#include "ragsieve/config/config.h"
#include "ragsieve/config/injection_rules.h"
#include "ragsieve/connect/probes/probe_file.h"
#include "ragsieve/json/reader.h"
#include "ragsieve/json/value.h"
#include "ragsieve/pipeline/gate.h"

namespace ragsieve {
namespace {

struct Settings {
  std::vector<std::string> paths;
  std::string probes;
  bool paper = false;
  bool alone = false;
};

std::string member(const json::Value& record, std::string_view name) {
  const json::Value* value = record.find(name);
  return value != nullptr && value->string() != nullptr ? *value->string() : std::string();
}

// The batches in the order in which their first document stands.
Result<std::vector<ScreenBatch>> read_batches(const std::string& path, bool alone) {
  std::vector<ScreenBatch> batches;
  std::map<std::string, std::size_t> batch_of_set;
  std::ifstream file(path);
  json::Reader reader;
  for (std::string line; std::getline(file, line);) {
    RAGSIEVE_TRY(const json::Value record, reader.parse(line));
    ScreenCandidate candidate;
    candidate.document.id = member(record, "_id");
    set_fields(candidate.document, member(record, "title"), member(record, "text"));
    const std::string set = alone ? "" : member(record, "set");
    const std::string supersedes = member(record, "supersedes");
    if (!set.empty() && batch_of_set.contains(set)) {
      batches[batch_of_set[set]].candidates.push_back(std::move(candidate));
      continue;
    }
    if (!set.empty()) batch_of_set[set] = batches.size();
    ScreenBatch batch;
    batch.candidates.push_back(std::move(candidate));
    if (!supersedes.empty()) batch.supersedes = Supersedes{supersedes, "evaluation", "labelled"};
    batches.push_back(std::move(batch));
  }
  return batches;
}

json::Value signal_value(const Signal& signal) {
  json::Object object{{"status", std::string(status_name(signal.status))},
                      {"score", from_millionths(signal.score)}};
  if (signal.p) object.emplace_back("p", from_millionths(*signal.p));
  return object;
}

json::Value record_value(const ScreenRecord& record) {
  double conflicts = 0;
  double retrieved = 0;
  for (const ConflictRecord& conflict : record.fact_conflict.conflicts) {
    if (conflict.superseded) continue;
    ++conflicts;
    retrieved += conflict.retrieved ? 1 : 0;
  }
  json::Array decisive;
  for (const std::string& rule : record.decisive) decisive.emplace_back(rule);
  json::Object signals;
  for (const Signal* signal :
       {&record.anomaly.signal, &record.injection.signal, &record.influence.signal,
        &record.answer_change, &record.fact_conflict.signal, &record.corpus_evidence.signal}) {
    signals.emplace_back(signal->name, signal_value(*signal));
  }
  json::Object object{{"id", record.id},
                      {"verdict", std::string(verdict_name(record.verdict))},
                      {"score", from_millionths(record.score)},
                      {"decisive", std::move(decisive)},
                      {"conflicts", conflicts},
                      {"retrieved_conflicts", retrieved},
                      {"signals", std::move(signals)}};
  if (record.p) object.emplace_back("p", from_millionths(*record.p));
  return object;
}

Status run_all(const Settings& settings) {
  RAGSIEVE_TRY(const Config config, load_config(std::nullopt, process_environment()));
  RAGSIEVE_TRY(const std::unique_ptr<Backends> backends, Backends::open(config, 2, {}));
  Backends::Roles roles;
  roles.encoder = true;
  RAGSIEVE_TRY(const ModelsInUse models, backends->models(roles));
  RunOptions run;
  run.threads = 2;
  GateOptions options;
  options.corpus = settings.paths[0];
  RAGSIEVE_TRY(options.rules, builtin_injection_rules<InjectionRules>());
  options.policy.profile = settings.paper ? GateProfile::kPaper : GateProfile::kDefault;
  options.calibration.folder = config.state.dir;
  options.calibration.documents = config.gate.calibration_documents;
  if (!settings.probes.empty()) {
    RAGSIEVE_TRY(ProbeSet probes, read_probes(settings.probes, run));
    options.probes = std::move(probes.probes);
  }
  RAGSIEVE_TRY(std::vector<ScreenBatch> batches, read_batches(settings.paths[1], settings.alone));
  RAGSIEVE_TRY(const std::unique_ptr<Gate> gate, Gate::open(std::move(options), models, run));
  for (ScreenBatch& batch : batches) {
    RAGSIEVE_TRY(const std::vector<ScreenRecord> records, gate->screen(std::move(batch), run));
    for (const ScreenRecord& record : records) {
      std::printf("%s\n", json::dump(record_value(record)).c_str());
    }
    std::fflush(stdout);
  }
  const Alarms alarms = gate->alarms();
  std::fprintf(stderr, "alarms on the corpus itself: %zu of %zu, %.1f expected\n", alarms.seen,
               alarms.n_documents, alarms.expected);
  return ok_status();
}

}  // namespace
}  // namespace ragsieve

int main(int argc, char** argv) {
  ragsieve::Settings settings;
  const std::vector<std::string> words(argv + 1, argv + argc);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--alone") {
      settings.alone = true;
    } else if (words[i] == "--probes" && i + 1 < words.size()) {
      settings.probes = words[++i];
    } else if (words[i] == "--profile" && i + 1 < words.size()) {
      settings.paper = words[++i] == "paper";
    } else {
      settings.paths.push_back(words[i]);
    }
  }
  if (settings.paths.size() != 2) {
    std::fputs("usage: gate_batch CORPUS DOCUMENTS.jsonl [--probes FILE] [--profile P] [--alone]\n",
               stderr);
    return 2;
  }
  const ragsieve::Status status = ragsieve::run_all(settings);
  if (status.ok()) return 0;
  std::fprintf(stderr, "gate_batch: %s\n", ragsieve::to_string(status.error()).c_str());
  return 3;
}
