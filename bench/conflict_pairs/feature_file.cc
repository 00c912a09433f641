#include "bench/conflict_pairs/feature_file.h"

namespace ragsieve::bench {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + '"';
}

}  // namespace

Result<FeatureFile> FeatureFile::open(const std::string& path) {
  FeatureFile features;
  if (path.empty()) return features;
  features.file_.reset(std::fopen(path.c_str(), "w"));
  if (!features.file_) return make_error(Code::kIo, "cannot be written", Where{path, 0, ""});
  return features;
}

void FeatureFile::add(const std::string& id, const std::string& label,
                      const FactSentence& candidate, const FactSentence& trusted,
                      const FactNearness& nearness, const WordRarity& rarity) {
  if (!file_ || candidate.text() == trusted.text()) return;
  if (candidate.asks() || trusted.asks()) return;
  const FactDifferences differences = fact_differences(candidate, trusted, rarity);
  if (differences.list.empty()) return;
  const ConflictFeatures features =
      conflict_features(candidate, trusted, nearness, differences, rarity);
  std::fprintf(file_.get(), "{\"id\":%s,\"label\":%s,\"candidate\":%s,\"trusted\":%s,",
               quoted(id).c_str(), quoted(label).c_str(), quoted(candidate.text()).c_str(),
               quoted(trusted.text()).c_str());
  std::fprintf(file_.get(), "\"features\":[");
  for (std::size_t i = 0; i < features.size(); ++i) {
    std::fprintf(file_.get(), "%s%.6g", i == 0 ? "" : ",", features[i]);
  }
  std::fprintf(file_.get(), "]}\n");
}

}  // namespace ragsieve::bench
