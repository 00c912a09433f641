// Any bytes as a line of each file of an evaluation dataset. What is accepted obeys the rules of
// records.h; the same line is read the same way again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "eval/dataset/records.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using ragsieve::eval::RecordReader;
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  RecordReader reader;
  const auto poison = reader.poison(line);
  if (poison.ok()) {
    if (poison->document.indexed_text.empty() || poison->attack.empty() ||
        poison->attack.find('+') != std::string::npos) {
      std::abort();
    }
    if (reader.poison(line)->document.id != poison->document.id) std::abort();
  }
  const auto question = reader.question(line);
  if (question.ok() && question->answers.size() > ragsieve::eval::kAnswers) std::abort();
  const auto judgement = ragsieve::eval::parse_judgement(line);
  if (judgement.ok() && (judgement->score < 0 || judgement->score > 9)) std::abort();
  return 0;
}
