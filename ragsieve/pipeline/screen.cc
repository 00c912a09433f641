#include "ragsieve/pipeline/screen.h"

#include <algorithm>
#include <array>
#include <utility>

#include "ragsieve/connect/probes/probe_file.h"
#include "ragsieve/evidence/chain.h"
#include "ragsieve/pipeline/resume.h"
#include "ragsieve/pipeline/screen_seal.h"
#include "ragsieve/pipeline/summaries.h"

namespace ragsieve {
namespace {

Result<GateOptions> with_probes(const ScreenOptions& options, std::vector<Error>& errors,
                                const RunOptions& run) {
  GateOptions gate = options.gate;
  gate.clock = options.clock;
  if (options.probes.empty()) return gate;
  RAGSIEVE_TRY(ProbeSet set, read_probes(options.probes, run));
  errors.insert(errors.end(), set.bad.begin(), set.bad.end());
  gate.probes = std::move(set.probes);
  return gate;
}

// Screens a part of the batch and writes its reports; what is written stays, whatever comes next.
class Screening {
 public:
  Screening(const Gate& gate, const ModelsInUse& models, const ScreenOptions& options)
      : gate_(gate), options_(options), context_(seal_context_of(gate, models, options.clock)) {}

  Result<std::vector<ScreenRecord>> run(std::vector<ScreenCandidate> candidates,
                                        const RunOptions& run) {
    const PrivateKey* key = options_.seal.key ? &options_.seal.key->key : nullptr;
    EarlierReports earlier;
    if (options_.resume) {
      RAGSIEVE_TRY(earlier, earlier_reports(options_.seal.folder, context_, key, run));
    }
    std::vector<ScreenRecord> records(candidates.size());
    std::vector<std::size_t> left;  // to be screened
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const EarlierReport* report = find_report(earlier, candidates[i]);
      if (report == nullptr) {
        left.push_back(i);
      } else {
        records[i] = record_of(*report, candidates[i]);
      }
    }
    n_resumed_ = candidates.size() - left.size();
    const std::size_t step = options_.together ? std::max<std::size_t>(1, left.size()) : kSlice;
    for (std::size_t first = 0; first < left.size(); first += step) {
      const std::size_t last = std::min(left.size(), first + step);
      ScreenBatch batch{{}, options_.together, options_.supersedes};
      for (std::size_t i = first; i < last; ++i) {
        batch.candidates.push_back(std::move(candidates[left[i]]));
      }
      RAGSIEVE_TRY(std::vector<ScreenRecord> part, gate_.screen(std::move(batch), quiet(run)));
      RAGSIEVE_CHECK(seal(part, key));
      for (std::size_t i = first; i < last; ++i) records[left[i]] = std::move(part[i - first]);
      run.report("screen", n_resumed_ + last, candidates.size());
    }
    return records;
  }

  [[nodiscard]] std::size_t n_resumed() const { return n_resumed_; }

 private:
  static constexpr std::size_t kSlice = 64;  // documents that an interruption may lose

  // One progress for all slices; a batch that is one slice shows its own stages.
  [[nodiscard]] RunOptions quiet(const RunOptions& run) const {
    RunOptions inner = run;
    if (!options_.together) inner.progress = {};
    return inner;
  }

  Status seal(std::vector<ScreenRecord>& records, const PrivateKey* key) {
    if (options_.seal.folder.empty()) return ok_status();
    RAGSIEVE_TRY(ReportChain chain, ReportChain::open(options_.seal.folder));
    for (ScreenRecord& record : records) {
      RAGSIEVE_TRY(const ChainLink link,
                   chain.append(decided_statement(record, gate_, context_), key));
      record.report = "sha256:" + link.digest;
      if (key == nullptr) record.notes.emplace_back("the report is unsealed: no key is configured");
      if (!options_.supersedes) continue;
      RAGSIEVE_TRY(
          const ChainLink review,
          chain.append(supersede_statement(*options_.supersedes, record, context_, link.digest),
                       key));
      record.notes.push_back("the reviewer's decision is report sha256:" + review.digest);
    }
    return ok_status();
  }

  const Gate& gate_;
  const ScreenOptions& options_;
  SealContext context_;
  std::size_t n_resumed_ = 0;
};

Status check_options(const ScreenOptions& options) {
  if (options.resume && options.seal.folder.empty()) {
    return make_error(Code::kInvalidArgument,
                      "--resume goes on behind the reports of an earlier run: name their folder "
                      "with --seal DIR or [evidence] seal_dir");
  }
  if (options.resume && options.supersedes) {
    return make_error(Code::kInvalidArgument,
                      "--resume goes on with many documents, --supersedes speaks of one: give one "
                      "of them");
  }
  if (options.seal.required && !options.seal.key) {
    return make_error(Code::kInvalidConfig,
                      "[evidence] required asks for a seal and no key is configured: set "
                      "[evidence] key or give --key",
                      Where{"", 0, "evidence.key"});
  }
  if (options.seal.required && options.seal.folder.empty()) {
    return make_error(Code::kInvalidConfig,
                      "[evidence] required asks for a seal and there is no folder for it: set "
                      "[evidence] seal_dir or give --seal",
                      Where{"", 0, "evidence.seal_dir"});
  }
  return ok_status();
}

Summary summary_of(const Gate& gate, const ScreenOptions& options, const ScreenReport& report) {
  const bool paper = gate.policy().profile == GateProfile::kPaper;
  Summary summary = start_summary("screen", paper ? "paper" : "default");
  summary.seed = options.gate.calibration.seed;
  std::array<std::uint64_t, 4> counts{};
  for (const ScreenRecord& record : report.documents) {
    ++counts[static_cast<std::size_t>(record.verdict)];
    if (record.verdict == Verdict::kIncomplete) summary.unscored.push_back(record.id);
  }
  for (const Error& error : report.errors) summary.unscored.push_back(place_of(error));
  const Alarms alarms = gate.alarms();
  summary.counts = {{"documents", report.documents.size()},
                    {"admit", counts[0]},
                    {"quarantine", counts[1]},
                    {"reject", counts[2]},
                    {"incomplete", counts[3]},
                    {"errors", report.errors.size()},
                    {"trusted_documents", gate.n_documents()},
                    {"probes", gate.probes().size()},
                    {"calibrated_documents", alarms.n_documents},
                    {"alarms_on_corpus", alarms.seen}};
  const VerdictThresholds& limits = gate.policy().thresholds;
  if (paper) {
    summary.thresholds = {{"quarantine_from", from_millionths(limits.quarantine_from)},
                          {"reject_from", from_millionths(limits.reject_from)}};
  } else {
    summary.thresholds = {{"alpha", from_millionths(limits.alpha)},
                          {"injection_finding", from_millionths(limits.injection_finding)},
                          {"injection_strong", from_millionths(limits.injection_strong)},
                          {"alarms_expected", alarms.expected}};
  }
  summary.digests = {{"corpus", gate.digests().corpus},
                     {"calibration", gate.digests().calibration},
                     {"probes", gate.digests().probes},
                     {"policy", gate.digests().policy}};
  return summary;
}

}  // namespace

Result<ScreenReport> screen(const ScreenOptions& options, const ModelsInUse& models,
                            const RunOptions& run) {
  RAGSIEVE_CHECK(check_options(options));
  ScreenReport report;
  RAGSIEVE_TRY(Candidates candidates, read_candidates(options.inputs, options.candidates, run));
  if (options.supersedes && candidates.documents.size() != 1) {
    return make_error(Code::kInvalidArgument, "--supersedes speaks of one document, " +
                                                  std::to_string(candidates.documents.size()) +
                                                  " were given");
  }
  report.errors = std::move(candidates.bad);
  RAGSIEVE_TRY(GateOptions gate_options, with_probes(options, report.errors, run));
  RAGSIEVE_TRY(const std::unique_ptr<Gate> gate, Gate::open(std::move(gate_options), models, run));
  Screening screening(*gate, models, options);
  RAGSIEVE_TRY(report.documents, screening.run(std::move(candidates.documents), run));
  report.summary = summary_of(*gate, options, report);
  if (options.resume) report.summary.counts.emplace_back("resumed", screening.n_resumed());
  return report;
}

Result<CalibrationReport> calibrate_gate(const ScreenOptions& options, const ModelsInUse& models,
                                         const RunOptions& run) {
  std::vector<Error> errors;
  RAGSIEVE_TRY(GateOptions gate_options, with_probes(options, errors, run));
  RAGSIEVE_TRY(const std::unique_ptr<Gate> gate, Gate::open(std::move(gate_options), models, run));
  CalibrationReport report;
  report.documents = gate->n_documents();
  report.calibrated = gate->calibration().n_documents();
  report.alarms = gate->alarms();
  report.enough = gate->calibration().enough_for(gate->policy().thresholds.alpha);
  report.digests = gate->digests();
  return report;
}

}  // namespace ragsieve
