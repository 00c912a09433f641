// probes coverage: which documents of a corpus, and which topics, no probe of a set reaches. A
// poison for what no probe asks about moves no answer, so it passes that part of the gate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/document.h"
#include "ragsieve/core/probe_records.h"
#include "ragsieve/index/neighbour_graph.h"
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

// The documents and topics of the report, from a retrieval that was made: `found` has the chunks
// nearest to each probe, nearest first, of which `depth` count; `owners` the document of each
// chunk.
[[nodiscard]] CoverageReport coverage_of(std::span<const Document> documents,
                                         std::span<const std::uint32_t> owners,
                                         const NeighbourGraph& found, std::size_t depth);

}  // namespace ragsieve
