#include "eval/dataset/snapshot.h"

#include <algorithm>
#include <map>
#include <set>

#include "ragsieve/crypto/sha256.h"

namespace ragsieve::eval {
namespace {

Error family_error(const std::string& message) {
  return make_error(Code::kInvalidArgument, message, Where{"", 0, "family"});
}

std::vector<std::string> names_of(const std::string& family) {
  std::vector<std::string> names;
  for (std::size_t first = 0; first <= family.size();) {
    const std::size_t plus = std::min(family.find('+', first), family.size());
    names.push_back(family.substr(first, plus - first));
    first = plus + 1;
  }
  return names;
}

Result<std::vector<std::string>> attacks_of(const Dataset& dataset, const std::string& family) {
  const std::vector<std::string> known = dataset.attacks();
  std::vector<std::string> attacks;
  for (std::string& name : names_of(family)) {
    if (std::ranges::find(attacks, name) != attacks.end()) {
      return family_error("the family " + family + " names " + name + " twice");
    }
    if (!std::ranges::binary_search(known, name)) {
      std::string list;
      for (const std::string& attack : known) list += (list.empty() ? "" : ", ") + attack;
      return family_error("the attack '" + name + "' is not in " + dataset.name + ", which holds " +
                          (list.empty() ? "none" : list));
    }
    attacks.push_back(std::move(name));
  }
  return attacks;
}

}  // namespace

Result<Snapshot> make_snapshot(const Dataset& dataset, const SnapshotOptions& options) {
  Snapshot snapshot;
  if (options.family.empty()) return snapshot;
  RAGSIEVE_TRY(const std::vector<std::string> attacks, attacks_of(dataset, options.family));
  std::map<std::string_view, std::size_t> taken;  // by target
  for (const std::string& attack : attacks) {
    for (std::size_t i = 0; i < dataset.poisons.size(); ++i) {
      if (dataset.poisons[i].attack != attack) continue;
      std::size_t& count = taken[dataset.poisons[i].query_id];
      if (options.per_target != 0 && count == options.per_target) continue;
      ++count;
      snapshot.poisons.push_back(i);
    }
  }
  snapshot.n_targets = taken.size();
  return snapshot;
}

std::string family_digest(const Dataset& dataset, const std::string& family) {
  std::set<Digest> files;
  for (const std::string& name : names_of(family)) {
    const auto found = dataset.beside.find(name);
    files.insert(found == dataset.beside.end() ? dataset.poisons_digest : found->second);
  }
  if (files.size() == 1) return to_hex(*files.begin());
  Sha256 joined;
  for (const Digest& file : files) joined.add_field(to_hex(file));
  return to_hex(joined.finish());
}

std::vector<std::string_view> snapshot_texts(const Dataset& dataset, const Snapshot& snapshot) {
  std::vector<std::string_view> texts;
  texts.reserve(dataset.clean.documents.size() + snapshot.poisons.size());
  for (const Document& document : dataset.clean.documents) texts.push_back(document.indexed_text);
  for (const std::size_t i : snapshot.poisons) {
    texts.push_back(dataset.poisons[i].document.indexed_text);
  }
  return texts;
}

}  // namespace ragsieve::eval
