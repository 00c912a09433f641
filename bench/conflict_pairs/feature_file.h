// Rows of features for scripts/train_conflict.py: JSON lines of id, label, candidate, trusted,
// features. Of development data only: the texts are in it.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/detect/conflict_features.h"

namespace ragsieve::bench {

class FeatureFile {
 public:
  // An empty path: rows go nowhere.
  [[nodiscard]] static Result<FeatureFile> open(const std::string& path);

  // Pairs that differ in nothing have no row.
  void add(const std::string& id, const std::string& label, const FactSentence& candidate,
           const FactSentence& trusted, const FactNearness& nearness, const WordRarity& rarity);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace ragsieve::bench
