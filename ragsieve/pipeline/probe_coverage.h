// probes coverage: which documents of a corpus, and which topics, no probe of a set reaches. A
// poison for what no probe asks about moves no answer, so it passes that part of the gate.
#pragma once

#include <cstddef>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/probe_records.h"
#include "ragsieve/pipeline/models_in_use.h"
#include "ragsieve/text/chunker.h"

namespace ragsieve {

struct CoverageOptions {
  std::string probes;
  std::string corpus;     // JSONL (.gz), a folder of documents, or an index
  std::size_t depth = 5;  // chunks that a probe retrieves, 1..1024
  ChunkOptions chunks;    // as the target RAG cuts its documents
};

// Exact retrieval of every probe over all chunks. A topic is a title, a first heading, or the
// folder of a document that has neither. Needs models.encoder (kUnavailable). Records and lines
// that cannot be read are errors in the report.
[[nodiscard]] Result<CoverageReport> probe_coverage(const CoverageOptions& options,
                                                    const ModelsInUse& models,
                                                    const RunOptions& run);

}  // namespace ragsieve
