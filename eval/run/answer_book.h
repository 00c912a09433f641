// The answers of one reader, each asked for once for a question and an ordered list of passages: a
// defence that leaves a context as it was costs nothing. One thread at a time.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/models/answerer.h"
#include "ragsieve/models/cached_answerer.h"

namespace ragsieve::eval {

class AnswerBook {
 public:
  // The reader must outlive this.
  explicit AnswerBook(Answerer& reader) : reader_(reader) {}

  // Valid as long as this. Errors of the reader; they are not kept.
  [[nodiscard]] Result<const std::string*> answer(const std::string& question,
                                                  const std::vector<std::string>& passages,
                                                  const RunOptions& run) {
    const std::vector<std::string_view> views(passages.begin(), passages.end());
    const Digest key = answer_key(reader_.identity(), question, views);
    const auto known = answers_.find(key);
    if (known != answers_.end()) return &known->second;
    RAGSIEVE_TRY(Answer answer, reader_.answer(question, views, run));
    return &answers_.emplace(key, std::move(answer.text)).first->second;
  }

 private:
  Answerer& reader_;
  std::map<Digest, std::string> answers_;
};

}  // namespace ragsieve::eval
