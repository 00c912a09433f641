#include "eval/attacks/poison_file.h"

#include "ragsieve/base/file.h"
#include "ragsieve/json/value.h"

namespace ragsieve::eval {

std::string poison_line(const MadePoison& poison, std::uint64_t seed) {
  json::Object line{{"_id", poison.id},
                    {"title", poison.draft.title},
                    {"text", poison.draft.text},
                    {"query_id", poison.target.query_id},
                    {"query", poison.draft.query},
                    {"target_answer", poison.target.target_answer},
                    {"correct_answer", poison.target.correct_answer},
                    {"attack", poison.attack},
                    {"seed", seed}};
  if (!poison.draft.note.empty()) line.emplace_back("note", poison.draft.note);
  return json::dump(line);
}

Status write_poisons(const std::string& path, std::span<const MadePoison> poisons,
                     std::uint64_t seed) {
  RAGSIEVE_TRY(FileWriter file, FileWriter::create(path));
  for (const MadePoison& poison : poisons) {
    RAGSIEVE_CHECK(file.append(poison_line(poison, seed) + "\n"));
  }
  return file.commit();
}

}  // namespace ragsieve::eval
