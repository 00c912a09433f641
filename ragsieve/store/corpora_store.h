// The corpora that the service knows by name, and the state of each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/store/database.h"

namespace ragsieve {

struct StoredCorpus {
  std::string name;
  std::string path;
  std::optional<Digest> manifest;  // of the snapshot that is in use
  std::string state;               // "registered", "indexing", "ready", "failed"
  std::int64_t created_us = 0;
  std::int64_t updated_us = 0;
};

class CorporaStore {
 public:
  explicit CorporaStore(Database& database) : database_(database) {}

  // is_duplicate() where the name is taken.
  [[nodiscard]] Status add(const StoredCorpus& corpus);
  // State and manifest of a corpus; kNotFound.
  [[nodiscard]] Status update(const std::string& name, const std::string& state,
                              const std::optional<Digest>& manifest, std::int64_t now_us);
  // Another path: "registered" again, without a manifest; kNotFound.
  [[nodiscard]] Status move(const std::string& name, const std::string& path, std::int64_t now_us);
  [[nodiscard]] Result<std::optional<StoredCorpus>> find(const std::string& name);
  [[nodiscard]] Result<std::vector<StoredCorpus>> list();  // the oldest first
  // False: it is not there. kInvalidInput where a monitor watches it.
  [[nodiscard]] Result<bool> remove(const std::string& name);

 private:
  Database& database_;
};

}  // namespace ragsieve
