// Any bytes as a probe file, JSONL or plain text, gzip or not: ids are unique and printable,
// questions are UTF-8 and not empty, weights are usable, every refused line is named.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "ragsieve/connect/gzip_stream.h"
#include "ragsieve/connect/id.h"
#include "ragsieve/connect/probes/probe_file.h"
#include "ragsieve/connect/probes/probe_record.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  ragsieve::LineReader lines(ragsieve::gunzip_where_needed(ragsieve::bytes_of(bytes, 64), "fuzz"),
                             "fuzz");
  ragsieve::RunOptions run;
  run.memory_bytes = std::size_t{64} << 20;
  const ragsieve::Result<ragsieve::ProbeSet> set = ragsieve::read_probes(lines, run);
  if (!set.ok()) return 0;
  std::set<std::string> ids;
  for (const ragsieve::Probe& probe : set->probes) {
    require(ragsieve::check_id(probe.id).ok() && ids.insert(probe.id).second);
    require(ragsieve::check_probe_question(probe.question).ok());
    require(probe.expected_fact.size() <= ragsieve::kProbeTextBytes);
    require(probe.weight > 0 && probe.weight <= ragsieve::kProbeWeight);
  }
  for (const ragsieve::Error& error : set->bad) require(error.where.line > 0);
  return 0;
}
