// The kinds of database that need no server: for the unit tests.
#include "ragsieve/store/database_test_internal.h"

namespace ragsieve {
namespace {

class MemoryPlace final : public TestPlace {
 public:
  [[nodiscard]] StateOptions options() const override {
    StateOptions options;
    options.folder = ":memory:";
    return options;
  }
};

class FilePlace final : public TestPlace {
 public:
  [[nodiscard]] StateOptions options() const override {
    StateOptions options;
    options.folder = folder_.path() + "/state";
    return options;
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace

std::vector<std::string> kinds_of_database() { return {"memory", "file"}; }
std::vector<std::string> lasting_kinds_of_database() { return {"file"}; }

std::unique_ptr<TestPlace> new_place(const std::string& kind) {
  if (kind == "memory") return std::make_unique<MemoryPlace>();
  return std::make_unique<FilePlace>();
}

}  // namespace ragsieve
