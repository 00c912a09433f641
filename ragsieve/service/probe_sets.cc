#include "ragsieve/service/probe_sets.h"

#include <set>
#include <string_view>
#include <utility>

#include "ragsieve/connect/byte_stream.h"
#include "ragsieve/connect/probes/probe_file.h"
#include "ragsieve/connect/probes/probe_record.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/evidence/members.h"
#include "ragsieve/pipeline/probes.h"
#include "ragsieve/service/stored_ids.h"

namespace ragsieve {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

Status check_name(const std::string& name) {
  if (may_be_id(name) && !has_control(name)) return ok_status();
  return make_error(Code::kInvalidArgument,
                    "the name of a probe set has " + std::to_string(name.size()) +
                        " bytes, expected 1 to " + std::to_string(kIdBytes) +
                        " without control characters",
                    Where{"", 0, "name"});
}

// A probe file, as `ragsieve probes` reads it.
std::string file_of(const std::vector<Probe>& probes) {
  std::string file;
  for (const Probe& probe : probes) {
    json::Object record{{"id", probe.id}, {"question", probe.question}};
    if (!probe.expected_fact.empty()) record.emplace_back("expected_fact", probe.expected_fact);
    record.emplace_back("weight", probe.weight);
    file += json::dump(record) + "\n";
  }
  return file;
}

Result<std::vector<Probe>> probes_of(const StoredProbeSet& set) {
  LineReader lines(bytes_of(set.content, kPieceBytes), set.name);
  const Result<ProbeSet> read = read_probes(lines, {});
  if (read.ok() && read->bad.empty()) return read->probes;
  return make_error(Code::kCorrupt, "version " + std::to_string(set.version) +
                                        " of a probe set in the state cannot be read");
}

Result<Probe> read_one(const json::Value& value, const std::string& place) {
  Members members(value, place);
  for (const char* name : {"id", "question", "expected_fact", "weight"}) members.ignore(name);
  RAGSIEVE_CHECK(members.finish());
  Result<Probe> probe = parse_probe(value);
  if (probe.ok()) return probe;
  Error error = std::move(probe).error();
  error.where.field = place + error.where.field;
  return error;
}

}  // namespace

Result<std::vector<Probe>> ProbeSets::read(const json::Array& probes) {
  if (probes.empty() || probes.size() > kMostProbes) {
    return make_error(Code::kInvalidInput,
                      "has " + std::to_string(probes.size()) + " entries, expected 1 to " +
                          std::to_string(kMostProbes),
                      Where{"", 0, "probes"});
  }
  std::vector<Probe> all;
  std::set<std::string> ids;
  for (const json::Value& value : probes) {
    const std::string place = "probes[" + std::to_string(all.size()) + "].";
    RAGSIEVE_TRY(Probe probe, read_one(value, place));
    if (!ids.insert(probe.id).second) {
      return make_error(Code::kInvalidInput, "another probe has this id; give each its own",
                        Where{"", 0, place + "id"});
    }
    all.push_back(std::move(probe));
  }
  return all;
}

Result<std::vector<StoredProbeSet>> ProbeSets::list() {
  return state_.use([](Stores& stores) { return stores.probe_sets.list(); });
}

Result<std::optional<KeptProbes>> ProbeSets::find(const std::string& name) {
  if (!may_be_id(name)) return std::optional<KeptProbes>();
  RAGSIEVE_TRY(std::optional<StoredProbeSet> set,
               state_.use([&](Stores& stores) { return stores.probe_sets.latest(name); }));
  if (!set) return std::optional<KeptProbes>();
  RAGSIEVE_TRY(std::vector<Probe> probes, probes_of(*set));
  return std::optional(KeptProbes{*std::move(set), std::move(probes)});
}

Result<CheckedProbes> ProbeSets::put(const std::string& name, std::vector<Probe> probes,
                                     const std::string& who) {
  RAGSIEVE_CHECK(check_name(name));
  CheckedProbes checked;
  StoredProbeSet& set = checked.set;
  set.name = name;
  set.content = file_of(probes);
  set.digest = sha256(set.content);
  set.who = who;
  set.created_us = clock_.now_ms() * 1000;
  ProbeLintOptions options;
  options.probes = name;
  RAGSIEVE_TRY(ProbeLintReport report,
               lint_probe_set(ProbeSet{std::move(probes), {}}, options, ModelsInUse{}, {}));
  checked.findings = std::move(report.findings);
  for (const Error& error : report.errors) checked.not_checked.push_back(error.message);
  const auto keep = [&](Stores& stores) -> Status {
    RAGSIEVE_TRY(std::optional<StoredProbeSet> before, stores.probe_sets.latest(name));
    if (before && before->digest == set.digest) {
      set = *std::move(before);
      return ok_status();
    }
    RAGSIEVE_TRY(set.version, stores.probe_sets.put(set));
    return stores.audit_log.append(
        {0, set.created_us, who, "put probes", name, "version " + std::to_string(set.version)});
  };
  RAGSIEVE_CHECK(state_.in_transaction(keep));
  return checked;
}

}  // namespace ragsieve
