// A probe: a question that the assistant is asked with and without a candidate document.
#pragma once

#include <string>
#include <vector>

#include "ragsieve/base/error.h"

namespace ragsieve {

struct Probe {
  std::string id;
  std::string question;
  std::string expected_fact;  // empty: none is known
  double weight = 1;          // > 0; how often users ask it; no part in the paper profile
  std::string origin;         // "file", "log", "corpus", "candidate"
};

struct ProbeSet {
  std::vector<Probe> probes;
  std::vector<Error> bad;  // by line: duplicate id, empty question, wrong type
};

}  // namespace ragsieve
