#include "eval/attacks/generate.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>

#include "eval/attacks/draw.h"
#include "eval/attacks/reach.h"

namespace ragsieve::eval {
namespace {

constexpr std::size_t kMostTargets = 100000;
constexpr std::size_t kNearest = 20;  // clean documents that an attack sees of a question

std::string id_of(const std::string& kind, std::uint64_t seed, std::size_t number) {
  char text[16];
  std::snprintf(text, sizeof(text), "%05zu", number);
  return "made-" + kind + "-" + std::to_string(seed) + "-" + text;
}

class Making {
 public:
  Making(AttackMaterial& material, const AttackOptions& options, std::vector<AttackTarget> targets)
      : material_(material), options_(options), targets_(std::move(targets)) {}

  Status look(const RunOptions& run) {
    std::vector<std::string_view> questions;
    for (const AttackTarget& target : targets_) questions.push_back(target.query);
    RAGSIEVE_TRY(nearest_, material_.nearest(questions, kNearest, quiet(run)));
    return ok_status();
  }

  Status make(const AttackKind& kind, MadeAttacks& made, const RunOptions& run) {
    const auto start = std::chrono::steady_clock::now();
    const std::size_t encoded = material_.n_encodings();
    const std::size_t first = made.poisons.size();
    KindReport report;
    report.kind = kind.name;
    for (std::size_t i = 0; i < targets_.size() && report.n_targets < options_.n_targets; ++i) {
      RAGSIEVE_TRY(std::vector<Draft> drafts, drafts_of(kind, i, run));
      drafts.resize(std::min(drafts.size(), kind.per_target));
      ++(drafts.empty() ? report.n_skipped : report.n_targets);
      for (Draft& draft : drafts) {
        made.poisons.push_back({id_of(kind.name, options_.seed, made.poisons.size() - first),
                                targets_[i], std::move(draft), kind.name});
      }
      run.report(kind.name, report.n_targets, options_.n_targets);
    }
    report.n_poisons = made.poisons.size() - first;
    report.n_encodings = material_.n_encodings() - encoded;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    report.seconds = spent.count();
    RAGSIEVE_TRY(report.top_five,
                 share_in_top_five(material_, std::span(made.poisons).subspan(first), quiet(run)));
    made.reports.push_back(std::move(report));
    return ok_status();
  }

 private:
  // What runs inside a target has stages of its own that nobody wants to see.
  static RunOptions quiet(RunOptions run) {
    run.progress = {};
    return run;
  }

  Result<std::vector<Draft>> drafts_of(const AttackKind& kind, std::size_t row,
                                       const RunOptions& run) {
    if (run.cancel.requested()) return make_error(Code::kCancelled, "stopped as asked");
    const AttackTarget& target = targets_[row];
    Scene scene{target,
                make_claim(target),
                nearest_[row],
                material_.relevant(target.query_id),
                stream_of(options_.seed, kind.name, target.query_id),
                stream_of(options_.seed, "shared", ""),
                &material_,
                std::nullopt};
    if (scene.claim.answer.empty()) return std::vector<Draft>{};
    return kind.make(scene, quiet(run));
  }

  AttackMaterial& material_;
  const AttackOptions& options_;
  std::vector<AttackTarget> targets_;
  std::vector<std::vector<const Document*>> nearest_;  // clean documents by target
};

}  // namespace

Status AttackOptions::validate() const {
  if (n_targets >= 1 && n_targets <= kMostTargets) return ok_status();
  return make_error(
      Code::kInvalidArgument,
      "is " + std::to_string(n_targets) + ", expected 1 to " + std::to_string(kMostTargets),
      Where{"", 0, "targets"});
}

Result<MadeAttacks> make_attacks(const Dataset& dataset, const AttackModels& models,
                                 const AttackOptions& options, const RunOptions& run) {
  RAGSIEVE_CHECK(options.validate());
  RAGSIEVE_TRY(const std::vector<AttackKind> kinds, chosen_kinds(options.kinds));
  std::vector<AttackTarget> targets = attack_targets(dataset);
  if (targets.empty()) {
    return make_error(Code::kInvalidArgument,
                      dataset.name +
                          " has no poison with a target answer, which name the targets; "
                          "add poisons.jsonl or choose another dataset");
  }
  RAGSIEVE_TRY(AttackMaterial material, AttackMaterial::open(dataset, models, run));
  Making making(material, options, std::move(targets));
  RAGSIEVE_CHECK(making.look(run));
  MadeAttacks made;
  for (const AttackKind& kind : kinds) RAGSIEVE_CHECK(making.make(kind, made, run));
  return made;
}

}  // namespace ragsieve::eval
