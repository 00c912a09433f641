#include "ragsieve/pipeline/configured.h"

#include <utility>

#include "ragsieve/base/file.h"
#include "ragsieve/base/limits.h"
#include "ragsieve/config/injection_rules.h"
#include "ragsieve/config/policy.h"

namespace ragsieve {

Result<InjectionRules> configured_injection_rules(const Config& config) {
  RAGSIEVE_TRY(InjectionRules rules, builtin_injection_rules<InjectionRules>());
  if (config.gate.rules.empty()) return rules;
  RAGSIEVE_TRY(const std::string toml, read_file(config.gate.rules, limits::kConfigBytes));
  RAGSIEVE_TRY(InjectionRules own, parse_injection_rules<InjectionRules>(toml, config.gate.rules));
  RAGSIEVE_CHECK(add_rules(rules, std::move(own)));
  return rules;
}

Result<GateOptions> configured_gate(const Config& config) {
  GateOptions options;
  if (!config.gate.policy.empty()) {
    RAGSIEVE_TRY(options.policy, load_policy(config.gate.policy));
  }
  RAGSIEVE_TRY(options.rules, configured_injection_rules(config));
  options.cut.chunks.size = config.gate.chunk_size;
  options.cut.chunks.overlap = config.gate.chunk_overlap;
  options.score.answers.top_k = config.gate.top_k;
  options.score.candidate_probes = config.gate.candidate_probes;
  options.corpus_probes = config.gate.corpus_probes;
  options.calibration.folder = config.state.dir;
  options.calibration.documents = config.gate.calibration_documents;
  options.calibration.seed = config.gate.seed;
  options.recent.folder = config.state.dir;
  options.recent.days = config.gate.recent_days;
  return options;
}

Result<FilterCalibrationOptions> configured_filter(const Config& config) {
  FilterCalibrationOptions options;
  options.terms.k = config.filter.k;
  options.terms.n = config.filter.n;
  options.judgement.alpha = config.filter.alpha;
  RAGSIEVE_TRY(options.rules, builtin_injection_rules<InjectionRules>());
  options.rules.classifier.clear();
  return options;
}

Result<AuditOptions> configured_audit(const Config& config, const std::string& profile) {
  AuditOptions options;
  options.profile = profile;
  if (profile == "paper") return options;
  RAGSIEVE_TRY(options.rules, configured_injection_rules(config));
  options.alpha = config.audit.alpha;
  options.rsg.k_g = config.audit.k_g;
  options.rsg.tau_e = config.audit.tau_e;
  options.rsg.tau_l = config.audit.tau_l;
  options.rsg.strongest = config.audit.strongest;
  return options;
}

}  // namespace ragsieve
