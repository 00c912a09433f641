// The documents that `screen` is asked about: text files, folders of them, JSONL of records, "-".
// What cannot be read, is empty or too large becomes an error of its own and never hides the rest;
// a text with bytes that are no UTF-8 is repaired, scored and said so.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/document.h"

namespace ragsieve {

struct CandidateOptions {
  std::size_t max_bytes = std::size_t{1} << 20;  // of one document; a longer one is refused whole
  [[nodiscard]] Status validate() const;
};

struct ScreenCandidate {
  std::string path;
  Document document;
  std::string raw_sha256;  // hex; of the bytes as given, see raw_form
  std::string canonical_sha256;
  std::string raw_form = "file";   // "record": title, line feed, text
  std::vector<std::string> notes;  // "3 bytes that are no UTF-8 were replaced"
};

struct Candidates {
  std::vector<ScreenCandidate> documents;  // in the order given; files of a folder by name
  std::vector<Error> bad;
};

// Of a folder every file below it is a candidate; one that no extractor reads is an error, because
// it was not looked at. The id of a file is its path in the folder, or its name.
// Errors of the whole: kNotFound, kIo of an input, kCancelled, kInvalidInput when there is nothing.
[[nodiscard]] Result<Candidates> read_candidates(std::span<const std::string> inputs,
                                                 const CandidateOptions& options,
                                                 const RunOptions& run);

// One document from bytes that are at hand (a request, a test). kInvalidInput where it is empty,
// kTooLarge over the limit.
[[nodiscard]] Result<ScreenCandidate> candidate_of(std::string id, std::string_view bytes,
                                                   const CandidateOptions& options);

}  // namespace ragsieve
