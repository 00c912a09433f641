#include "eval/run/defences.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace ragsieve::eval {
namespace {

constexpr std::string_view kNone = "none";
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kSerial{
    {{"rsg", "rsq"},
     {"audit_default", "filter_default"},
     {"audit_default_reference", "filter_default_reference"}}};

template <typename Detector>
std::optional<Detector> named(std::vector<Detector> detectors, std::string_view name) {
  const auto found = std::ranges::find(detectors, name, &Detector::name);
  if (found == detectors.end()) return std::nullopt;
  return std::move(*found);
}

Defence made(std::string name, std::optional<OfflineDetector> offline,
             std::optional<OnlineDetector> online) {
  std::string config;  // of JSON texts one JSON text
  if (offline) config += "\"offline\":" + offline->config;
  if (online) config += (config.empty() ? "" : ",") + ("\"online\":" + online->config);
  return {std::move(name), "{" + config + "}", std::move(offline), std::move(online)};
}

std::vector<Defence> usual_defences() {
  std::vector<Defence> all{made(std::string(kNone), std::nullopt, std::nullopt)};
  for (OnlineDetector& online : online_detectors()) {
    const std::string name = online.name;
    if (!online.on_request) all.push_back(made(name, std::nullopt, std::move(online)));
  }
  for (OfflineDetector& offline : offline_detectors()) {
    const std::string name = offline.name;
    if (!offline.flags || offline.on_request) continue;
    all.push_back(made(name, std::move(offline), std::nullopt));
  }
  for (const auto& [before, after] : kSerial) {
    all.push_back(made(std::string(before) + "+" + std::string(after),
                       named(offline_detectors(), before), named(online_detectors(), after)));
  }
  return all;
}

Error unknown(const std::string& name) {
  std::string list;
  for (const Defence& defence : usual_defences()) list += (list.empty() ? "" : ", ") + defence.name;
  return make_error(Code::kInvalidArgument,
                    "the defence '" + name + "' is unknown, expected one of " + list +
                        ", or an offline and an online detector joined by '+'",
                    Where{"", 0, "detectors"});
}

Result<Defence> defence_of(const std::string& name) {
  if (name == kNone) return made(name, std::nullopt, std::nullopt);
  const std::size_t plus = name.find('+');
  auto offline = named(offline_detectors(), name.substr(0, plus));
  auto online = named(online_detectors(), plus == name.npos ? name : name.substr(plus + 1));
  const bool serial = plus != name.npos;
  if (serial ? !offline || !online : !offline && !online) return unknown(name);
  if (offline && !offline->flags) {
    return make_error(Code::kInvalidArgument,
                      offline->name + " has no threshold of its own, so it removes nothing",
                      Where{"", 0, "detectors"});
  }
  return made(name, std::move(offline), std::move(online));
}

}  // namespace

Result<std::vector<Defence>> defences(const std::vector<std::string>& names) {
  if (names.empty()) return usual_defences();
  std::vector<Defence> chosen;
  for (const std::string& name : names) {
    RAGSIEVE_TRY(Defence defence, defence_of(name));
    chosen.push_back(std::move(defence));
  }
  return chosen;
}

Survivors without_flagged(const Dataset& dataset, const Snapshot& snapshot,
                          const DatasetVectors& vectors, const baselines::Scores& scores) {
  const std::size_t n_clean = dataset.clean.documents.size();
  Survivors left{dataset, {}, {Matrix{0, vectors.clean.dim, {}}, vectors.poisons}};
  left.dataset.clean.documents.clear();
  for (std::size_t row = 0; row < n_clean; ++row) {
    if (scores[row].flagged) continue;
    left.dataset.clean.documents.push_back(dataset.clean.documents[row]);
    const std::span<const float> values = vectors.clean.row(row);
    left.vectors.clean.values.insert(left.vectors.clean.values.end(), values.begin(), values.end());
    ++left.vectors.clean.n_rows;
  }
  left.snapshot.n_targets = snapshot.n_targets;
  for (std::size_t i = 0; i < snapshot.poisons.size(); ++i) {
    if (!scores[n_clean + i].flagged) left.snapshot.poisons.push_back(snapshot.poisons[i]);
  }
  return left;
}

std::vector<std::size_t> kept_ranks(const OnlineContext& context, const baselines::Scores& scores) {
  std::vector<std::size_t> ranks;
  for (std::size_t rank = 0; rank < context.retrieved.documents.size(); ++rank) {
    if (rank < scores.size() && scores[rank].flagged) continue;
    if (ranks.size() == kCandidates) break;
    ranks.push_back(rank);
  }
  return ranks;
}

}  // namespace ragsieve::eval
