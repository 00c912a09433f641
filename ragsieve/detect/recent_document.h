// A document that was admitted and that the corpus does not hold yet: what corpus evidence needs of
// it, without its text. A value.
#pragma once

#include <string>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/text/word_hashes.h"

namespace ragsieve {

struct RecentDocument {
  std::string id;
  Digest text;  // of its indexed text
  std::int64_t admitted_s = 0;
  std::vector<float> vector;  // of length 1
  WordHashes words;
};

}  // namespace ragsieve
