// The probe sets: each change of one is a new version, and every version stays, because reports
// name them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/store/database.h"

namespace ragsieve {

struct StoredProbeSet {
  std::string name;
  std::int64_t version = 0;  // 1, 2, 3, ...; given by the store
  Digest digest;             // of the content
  std::string content;       // the file as given; empty in lists
  std::string who;
  std::int64_t created_us = 0;
};

class ProbeSetsStore {
 public:
  explicit ProbeSetsStore(Database& database) : database_(database) {}

  // The version of this content: a new one, unless the latest has the same digest.
  [[nodiscard]] Result<std::int64_t> put(const StoredProbeSet& set);
  [[nodiscard]] Result<std::optional<StoredProbeSet>> latest(const std::string& name);
  [[nodiscard]] Result<std::optional<StoredProbeSet>> find(const std::string& name,
                                                           std::int64_t version);
  [[nodiscard]] Result<std::vector<StoredProbeSet>> versions(const std::string& name);
  // The latest version of each, by the time it was made.
  [[nodiscard]] Result<std::vector<StoredProbeSet>> list();

 private:
  Database& database_;
};

}  // namespace ragsieve
