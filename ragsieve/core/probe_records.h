// What the `probes` commands return and the writers print. Field names of the JSON are the names
// here. No I/O.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ragsieve/base/error.h"
#include "ragsieve/core/probe.h"
#include "ragsieve/core/records.h"

namespace ragsieve {

struct ProbesReport {         // synth, list
  std::vector<Probe> probes;  // "type":"probe"
  std::vector<Error> errors;  // lines or documents that could not be read
  Summary summary;
};

struct ProbeFinding {  // "type":"finding"
  // "unreadable", "duplicate", "near_duplicate", "too_short", "too_long", "personal_data",
  // "no_question", "weight"
  std::string kind;
  std::string id;          // of the probe; empty where its line could not be read
  std::string other;       // the probe that it repeats
  std::uint64_t line = 0;  // of a line that could not be read
  std::string message;
};

struct ProbeLintReport {
  std::vector<ProbeFinding> findings;  // unreadable lines first, then in the order of the probes
  std::vector<Error> errors;           // what could not be checked
  Summary summary;
};

struct CoverageRecord {  // "type":"coverage"
  std::string id;
  std::string topic;
  std::size_t probes = 0;     // whose best chunks hold one of this document
  std::size_t best_rank = 0;  // of its chunks over all probes, from 1; 0: no probe reaches it
};

struct TopicRecord {  // "type":"topic": documents of one title or folder
  std::string topic;
  std::size_t documents = 0;
  std::size_t reached = 0;
};

struct CoverageReport {
  std::vector<CoverageRecord> documents;  // in the order of the corpus
  std::vector<TopicRecord> topics;        // most documents out of reach first
  std::vector<Error> errors;
  Summary summary;
};

}  // namespace ragsieve
