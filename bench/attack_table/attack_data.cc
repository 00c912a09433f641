#include "bench/attack_table/attack_data.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

#include "ragsieve/connect/corpus_source.h"
#include "ragsieve/connect/line_reader.h"
#include "ragsieve/json/reader.h"

namespace ragsieve::bench {
namespace {

constexpr std::array<std::string_view, 5> kMembers{"_id", "title", "text", "query", "attack"};

Result<Poison> parse_poison(json::Reader& reader, std::string_view line, const Where& where) {
  auto members = reader.string_members(line, kMembers);
  if (!members.ok()) return make_error(members.error().code, members.error().message, where);
  for (const std::size_t needed : {0U, 2U, 3U, 4U}) {
    if ((*members)[needed]) continue;
    return make_error(Code::kInvalidInput, "is missing",
                      Where{where.path, where.line, std::string(kMembers[needed])});
  }
  Poison poison;
  poison.document.id = *(*members)[0];
  set_fields(poison.document, (*members)[1].value_or(""), *(*members)[2]);
  poison.query = *(*members)[3];
  poison.attack = *(*members)[4];
  return poison;
}

Result<std::vector<Poison>> read_poisons(const std::string& path) {
  RAGSIEVE_TRY(LineReader lines, LineReader::open(path));
  json::Reader reader;
  std::vector<Poison> poisons;
  for (;;) {
    RAGSIEVE_TRY(const auto line, lines.next());
    if (!line) return poisons;
    RAGSIEVE_TRY(Poison poison, parse_poison(reader, line->text, Where{path, line->number, ""}));
    poisons.push_back(std::move(poison));
  }
}

}  // namespace

std::vector<std::string> AttackData::families() const {
  std::set<std::string> names;
  for (const Poison& poison : poisons) names.insert(poison.attack);
  return {names.begin(), names.end()};
}

std::vector<const Poison*> AttackData::of(const std::string& family) const {
  std::vector<const Poison*> found;
  for (const Poison& poison : poisons) {
    if (poison.attack == family) found.push_back(&poison);
  }
  return found;
}

Result<AttackData> read_attack_data(const std::string& folder, const RunOptions& run) {
  const std::filesystem::path base(folder);
  AttackData data;
  data.dataset = base.filename().string();
  RAGSIEVE_TRY(data.clean, read_corpus((base / "corpus.jsonl").string(), CorpusOptions{}, run));
  if (!data.clean.bad.empty()) return data.clean.bad.front();
  RAGSIEVE_TRY(data.poisons, read_poisons((base / "poisons.jsonl").string()));
  return data;
}

}  // namespace ragsieve::bench
