// What `screen` returns for a document: the record of interfaces.md ("type":"verdict") as a value.
// Field names of the JSON are the names here. No I/O.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/error.h"
#include "ragsieve/core/records.h"
#include "ragsieve/core/signal.h"
#include "ragsieve/core/span.h"
#include "ragsieve/core/verdict.h"

namespace ragsieve {

struct AnomalyRecord {
  Signal signal;
  double percentile = 0;  // of the corpus's own chunks, 0..100
  std::string chunk;      // id of the chunk that is farthest out
};

struct InjectionFinding {
  std::string rule;      // "en.ignore_previous"
  std::string category;  // "override", "conceal", ...
  std::string language;  // of the rule; "any"
  std::string view;      // the view of the text that showed it: "raw", "clean", "base64", ...
  double weight = 0;     // after context
  bool quoted = false;   // context took most of the weight away: the text speaks about attacks
  Span span;             // in the document as given
  std::vector<std::string> words;  // of a finding of the classifier: the heaviest ones, folded
};

struct InjectionRecord {
  Signal signal;
  std::vector<InjectionFinding> findings;  // heaviest first
};

// One probe with and without the candidate.
struct ProbeRecord {
  std::string id;
  std::string question;
  std::size_t rank = 0;  // best rank of a chunk of the candidate; 0: not retrieved
  double shift = 0;      // cosine distance of the two answers, [0, 1]
  std::string before;    // the answers; shown only where the operator allows text
  std::string after;
  bool changed = false;    // beyond the probe's own noise, in decisive tokens
  bool supported = false;  // the corpus supports the answer before
};

struct InfluenceRecord {  // paper's C; the default profile reports it beside answer_change
  Signal signal;
  double capture = 0;
  double mean_shift = 0;
  double max_shift = 0;
  std::vector<ProbeRecord> probes;  // retrieved ones first, largest shift first
  std::size_t n_probes = 0;         // asked: the user's and those made of the candidate
};

struct ConflictRecord {
  std::string sentence;  // of the candidate
  std::string trusted_id;
  std::string trusted_sentence;
  double cosine = 0;
  std::vector<std::string> differs;  // "number: 600 requests per minute / 25 requests per day"
  bool supported = true;
  bool superseded = false;  // of the document that this one supersedes: listed, not counted
  bool retrieved = false;   // the candidate is retrieved for a probe about this fact
  Span span;                // of `sentence`
};

struct FactConflictRecord {
  Signal signal;
  std::vector<ConflictRecord> conflicts;  // heaviest first
};

struct EvidenceTerm {
  std::string name;  // "density", "set_gain"
  double value = 0;
  std::optional<double> p;
};

struct CorpusEvidenceRecord {
  Signal signal;
  std::vector<EvidenceTerm> terms;
  std::vector<std::string> set;  // ids of the batch that stand together with this one
};

// How much a sentence drives the finding (leave-one-sentence-out).
struct AttributionRecord {
  Span span;
  double weight = 0;  // share of the finding that goes away without it, [0, 1]
};

struct ScreenRecord {  // "type":"verdict"
  std::string path;
  std::string id;
  Verdict verdict = Verdict::kIncomplete;
  Millionths score = 0;
  std::optional<Millionths> p;
  Millionths alpha = 10'000;
  std::string mode = "block";  // the operator's: block, quarantine, tag, observe
  std::string profile;
  std::vector<std::string> decisive;
  AnomalyRecord anomaly;
  InjectionRecord injection;
  InfluenceRecord influence;
  Signal answer_change;
  FactConflictRecord fact_conflict;
  CorpusEvidenceRecord corpus_evidence;
  std::vector<AttributionRecord> attribution;
  std::vector<std::string> notes;    // "repaired 3 bytes of invalid UTF-8"
  std::vector<std::string> reasons;  // plain English, one line a signal; the first is the headline
  std::vector<Span> spans;
  std::string raw_sha256;        // hex
  std::string canonical_sha256;  // hex; of the text in NFC, LF line ends, no BOM
  std::string raw_form = "file";
  std::string report;  // "sha256:..." of the statement; empty: none was written
};

struct ScreenReport {
  std::vector<ScreenRecord> documents;  // in the order given
  std::vector<Error> errors;
  Summary summary;
};

}  // namespace ragsieve
