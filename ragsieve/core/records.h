// What the pipelines return and the writers print: one value a record of interfaces.md
// (`--format jsonl`, REST, Python). Field names of the JSON are the names here. No I/O.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ragsieve/base/error.h"
#include "ragsieve/core/span.h"

namespace ragsieve {

// --- audit ---------------------------------------------------------------------------------

struct NeighbourRecord {
  std::string id;
  double cosine = 0;
  double jaccard = 0;  // of word sets; computed only where cosine reaches tau_e, else 0
  bool eligible = false;
};

struct RsgRecord {
  double density = 0;
  bool integrity = false;
  double p = 1;
  double kth_similarity = 0;
  std::vector<NeighbourRecord> neighbours;
};

// One term of the default audit (detect/audit_terms.h).
struct AuditTermRecord {
  std::string name;  // "density", "crowd", "fluency", "injection", "scripts"
  double value = 0;
  double p = 1;  // that a document which nobody attacked reaches the value
};

// What the profile `default` judges by, beside RSG's figures.
struct AuditEvidenceRecord {
  double p = 1;           // of the document; the score is 1 - p
  std::string strongest;  // name of the term that p comes from
  std::vector<AuditTermRecord> terms;
  std::size_t copies = 0;                // other documents with exactly this text
  std::vector<std::string> near_copies;  // ids of the neighbours that are nearly the same text
  std::size_t words = 0;                 // of the text
};

struct AuditRecord {  // "type":"document"
  std::string id;
  std::size_t rank = 0;  // from 1, highest score first
  double score = 0;
  bool flagged = false;
  std::string profile;
  RsgRecord rsg;
  std::optional<AuditEvidenceRecord> evidence;  // profile `default`
  std::vector<std::string> reasons;
  std::vector<Span> spans;
};

// --- filter --------------------------------------------------------------------------------

struct AnchorRecord {
  std::string token;
  std::size_t candidates = 0;
  std::size_t documents = 0;
  double p = 1;
};

struct WindowRecord {
  std::size_t start_token = 0;
  std::size_t tokens = 0;
  std::string kind;  // "burst" or "change"
  double nats = 0;
};

struct ScriptRecord {
  double foreign_fraction = 0;
  double p = 1;
  std::vector<std::pair<std::string, std::size_t>> counts;  // script name, letters; by name
};

struct JumpRecord {
  double value = 0;
  double p = 1;
  std::size_t window = 0;  // the jump lies between this window and the next, from 0
  std::size_t n_windows = 0;
};

struct FilterTermRecord {  // of the default profile
  std::string name;
  double part = 0;  // of the score
  double value = 0;
  double p = 1;  // among clean candidates
};

struct CandidateRecord {
  std::string id;
  std::size_t rank = 0;  // in the original retrieval
  double score = 0;
  double p = 1;  // default profile
  bool flagged = false;
  double anchor = 0, integrity = 0, surprisal = 0, alignment = 0;  // paper profile
  std::vector<FilterTermRecord> terms;                             // default profile
  std::vector<AnchorRecord> anchors;
  WindowRecord window;  // this and the next two: paper profile
  ScriptRecord scripts;
  JumpRecord jump;
  std::vector<std::string> reasons;
  std::vector<Span> spans;
};

struct QueryRecord {  // "type":"query"
  std::string query_id;
  std::string query;
  std::string profile;
  std::vector<CandidateRecord> documents;
  std::vector<std::string> context;  // ids of the refilled context, by rank
  std::vector<std::string> removed;
  std::string note;  // why the context is not full; empty: it is
};

// --- both ----------------------------------------------------------------------------------

// "type":"summary", the last record. Pairs keep their order in every format.
struct Summary {
  std::string command;
  std::string profile;
  std::vector<std::pair<std::string, std::uint64_t>> counts;  // "documents", "flagged", ...
  std::vector<std::pair<std::string, double>> thresholds;     // "score", "tau_e", ...
  std::vector<std::pair<std::string, std::string>> digests;   // "corpus", "encoder", ...
  std::uint64_t seed = 0;
  std::string version;
  std::vector<std::string> unscored;  // ids or "path:line" of what could not be scored
  std::string null_of;                // audit, profile `default`: "bulk" or "reference"; else empty
};

struct AuditReport {
  std::vector<AuditRecord> documents;  // every document, highest score first
  std::vector<Error> errors;           // "type":"error", one a bad record
  Summary summary;
};

struct FilterReport {
  std::vector<QueryRecord> queries;
  std::vector<Error> errors;
  Summary summary;
};

}  // namespace ragsieve
