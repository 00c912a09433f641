#include "eval/dataset/dataset.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "ragsieve/connect/corpus_source.h"
#include "ragsieve/connect/id.h"
#include "ragsieve/connect/line_reader.h"
#include "ragsieve/connect/memory_budget.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/index/corpus_digest.h"

namespace ragsieve::eval {
namespace {

using Ids = std::unordered_set<std::string_view>;
constexpr std::string_view kJudgementHeader = "query-id\tcorpus-id\tscore";

Error at(Error error, const LineReader& lines, const Line& line) {
  error.where = lines.where(line, error.where.field);
  return error;
}

Error unknown(std::string_view field, std::string_view id, std::string_view file) {
  return make_error(Code::kInvalidInput,
                    "is '" + printable(id, 64) + "', which " + std::string(file) +
                        " does not hold; correct the id or add the record",
                    Where{"", 0, std::string(field)});
}

// Calls `take` with every line of a file that holds at most `limit` of them.
Status read_lines(const std::string& path, std::size_t limit, const RunOptions& run,
                  const std::function<Status(const Line&)>& take) {
  LineOptions options;
  options.cancel = run.cancel;
  RAGSIEVE_TRY(LineReader lines, LineReader::open(path, options));
  MemoryBudget memory(run.memory_bytes);
  for (std::size_t count = 0;; ++count) {
    RAGSIEVE_TRY(const std::optional<Line> line, lines.next());
    if (!line) return ok_status();
    if (line->too_long) return lines.too_long_error(*line);
    if (count == limit) {
      return make_error(Code::kTooLarge, "has more than " + std::to_string(limit) + " records",
                        Where{path, line->number, ""});
    }
    RAGSIEVE_CHECK(memory.take(line->text.size(), path));
    Status status = take(*line);
    if (!status.ok()) return at(std::move(status).error(), lines, *line);
  }
}

Status once(std::unordered_set<std::string>& ids, const std::string& id) {
  if (ids.insert(id).second) return ok_status();
  return make_error(Code::kInvalidInput,
                    "is '" + printable(id, 64) + "', which stood in an earlier line",
                    Where{"", 0, "_id"});
}

class Reading {
 public:
  Reading(std::string folder, const DatasetLimits& limits, const RunOptions& run)
      : folder_(std::move(folder)), limits_(limits), run_(run) {}

  Result<Dataset> read(const std::vector<std::string>& beside) && {
    data_.name = std::filesystem::path(folder_).lexically_normal().filename().string();
    CorpusOptions options;
    options.max_records = limits_.documents;
    RAGSIEVE_TRY(data_.clean, read_corpus(file("corpus.jsonl"), options, run_));
    if (!data_.clean.bad.empty()) return data_.clean.bad.front();
    data_.corpus_digest = corpus_digest(data_.clean);
    for (const Document& document : data_.clean.documents) documents_.insert(document.id);
    if (there("queries.jsonl")) RAGSIEVE_CHECK(read_questions());
    if (there("qrels.tsv")) RAGSIEVE_CHECK(read_judgements());
    data_.poisons_digest = sha256("");
    if (there("poisons.jsonl")) {
      RAGSIEVE_CHECK(read_poisons(file("poisons.jsonl"), {}));
      RAGSIEVE_TRY(data_.poisons_digest, sha256_file(file("poisons.jsonl")));
    }
    for (const std::string& path : beside) RAGSIEVE_CHECK(read_beside(path));
    return std::move(data_);
  }

 private:
  [[nodiscard]] std::string file(std::string_view name) const {
    return (std::filesystem::path(folder_) / name).string();
  }
  [[nodiscard]] bool there(std::string_view name) const {
    std::error_code ignored;
    return std::filesystem::exists(file(name), ignored);
  }

  Status read_questions() {
    std::unordered_set<std::string> ids;
    return read_lines(file("queries.jsonl"), limits_.questions, run_,
                      [&](const Line& line) -> Status {
                        RAGSIEVE_TRY(Question question, records_.question(line.text));
                        RAGSIEVE_CHECK(once(ids, question.id));
                        questions_.insert(question.id);
                        data_.questions.push_back(std::move(question));
                        return ok_status();
                      });
  }

  Status read_judgements() {
    return read_lines(file("qrels.tsv"), limits_.judgements, run_, [&](const Line& line) -> Status {
      if (line.number == 1 && line.text == kJudgementHeader) return ok_status();
      RAGSIEVE_TRY(Judgement judgement, parse_judgement(line.text));
      RAGSIEVE_CHECK(known_question("query-id", judgement.query_id));
      if (!documents_.contains(judgement.document_id)) {
        return unknown("corpus-id", judgement.document_id, "corpus.jsonl");
      }
      if (judgement.score >= 1) {
        data_.relevant[judgement.query_id].insert(std::move(judgement.document_id));
      }
      return ok_status();
    });
  }

  // `taken`: attacks of earlier files.
  Status read_poisons(const std::string& path, const std::vector<std::string>& taken) {
    return read_lines(path, limits_.poisons, run_, [&](const Line& line) -> Status {
      RAGSIEVE_TRY(Poison poison, records_.poison(line.text));
      RAGSIEVE_CHECK(once(poison_ids_, poison.document.id));
      if (documents_.contains(poison.document.id)) {
        return make_error(Code::kInvalidInput,
                          "is '" + printable(poison.document.id, 64) +
                              "', which is the id of a document of corpus.jsonl",
                          Where{"", 0, "_id"});
      }
      if (std::ranges::binary_search(taken, poison.attack)) {
        return make_error(
            Code::kInvalidInput,
            "is '" + poison.attack + "', which an earlier file holds; a family comes from one file",
            Where{"", 0, "attack"});
      }
      RAGSIEVE_CHECK(known_question("query_id", poison.query_id));
      poison.document.line = line.number;
      data_.poisons.push_back(std::move(poison));
      return ok_status();
    });
  }

  Status read_beside(const std::string& path) {
    const std::vector<std::string> taken = data_.attacks();
    const std::size_t first = data_.poisons.size();
    RAGSIEVE_CHECK(read_poisons(path, taken));
    RAGSIEVE_TRY(const Digest digest, sha256_file(path));
    for (std::size_t i = first; i < data_.poisons.size(); ++i) {
      data_.beside.insert_or_assign(data_.poisons[i].attack, digest);
    }
    return ok_status();
  }

  Status known_question(std::string_view field, const std::string& id) {
    return questions_.contains(id) ? ok_status() : unknown(field, id, "queries.jsonl");
  }

  std::string folder_;
  DatasetLimits limits_;
  RunOptions run_;
  RecordReader records_;
  Dataset data_;
  Ids documents_;  // views of what data_ holds
  std::unordered_set<std::string> questions_;
  std::unordered_set<std::string> poison_ids_;  // of all files
};

}  // namespace

std::vector<std::string> Dataset::attacks() const {
  std::set<std::string> names;
  for (const Poison& poison : poisons) names.insert(poison.attack);
  return {names.begin(), names.end()};
}

Result<Dataset> read_dataset(const std::string& folder, const DatasetLimits& limits,
                             const RunOptions& run, const std::vector<std::string>& beside) {
  return Reading(folder, limits, run).read(beside);
}

}  // namespace ragsieve::eval
