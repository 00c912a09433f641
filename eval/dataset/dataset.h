// A public attack set on disk as a value: a folder with corpus.jsonl (BEIR) and, where they are
// there, queries.jsonl, qrels.tsv (BEIR, with its header) and poisons.jsonl (records.h); further
// files of poisons may lie beside it. Files are read line by line. A line that breaks a rule is an
// error of the whole, by file, line and field: a table must not be made from less than its data.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "eval/dataset/records.h"
#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/corpus.h"

namespace ragsieve::eval {

struct DatasetLimits {
  std::size_t documents = 50000000;  // of corpus.jsonl
  std::size_t questions = 10000000;
  std::size_t judgements = 100000000;
  std::size_t poisons = 10000000;
};

struct Dataset {
  std::string name;  // the folder's
  Corpus clean;
  Digest corpus_digest{};  // index/corpus_digest.h
  std::vector<Question> questions;
  std::map<std::string, std::set<std::string>> relevant;  // ids of score >= 1 by question
  std::vector<Poison> poisons;           // in file order, those of poisons.jsonl first
  Digest poisons_digest{};               // sha256 of poisons.jsonl; of nothing where there is none
  std::map<std::string, Digest> beside;  // attacks of files beside the dataset: sha256 of the file

  [[nodiscard]] std::vector<std::string> attacks() const;  // sorted, without repeats
  [[nodiscard]] bool is_own(const Poison& poison) const { return !beside.contains(poison.attack); }
};

// `beside`: further files of poisons, each with attacks of its own (one that an earlier file holds
// is refused: a family comes from one file). Beside the rules of a line: ids are unique in each
// file and among all poisons, no poison has the id of a document, a judgement names a question and
// a document that are there, and a poison a question that is there. kNotFound without corpus.jsonl
// or a file of `beside`; kInvalidInput; kTooLarge past a limit or run.memory_bytes; kCancelled.
// Stage: "read".
[[nodiscard]] Result<Dataset> read_dataset(const std::string& folder, const DatasetLimits& limits,
                                           const RunOptions& run,
                                           const std::vector<std::string>& beside = {});

}  // namespace ragsieve::eval
