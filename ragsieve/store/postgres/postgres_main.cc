// The tests against a real PostgreSQL server, which this program starts once for all of them. Where
// it is not installed the program says so and exits with 77: skipped, as a whole.
#include <gtest/gtest.h>

#include <cstdio>

#include "ragsieve/store/postgres/test_server_internal.h"

namespace ragsieve {
namespace {

class PostgresPlace final : public TestPlace {
 public:
  PostgresPlace() {
    static int n_made = 0;
    schema_ = "place_" + std::to_string(++n_made);
  }
  [[nodiscard]] StateOptions options() const override {
    return {"", test_server().connection(), schema_};
  }

 private:
  std::string schema_;
};

constexpr int kSkipped = 77;

int run_tests(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
  Status ready = test_server().make();
  if (!ready.ok() && ready.error().code == Code::kNotFound) {
    std::printf("SKIPPED all tests against PostgreSQL: %s\n", ready.error().message.c_str());
    return kSkipped;
  }
  if (ready.ok()) ready = test_server().start();
  if (!ready.ok()) {
    std::printf("%s\n", to_string(ready.error()).c_str());
    return 1;
  }
  return RUN_ALL_TESTS();
}

}  // namespace

std::vector<std::string> kinds_of_database() { return {"postgres"}; }
std::vector<std::string> lasting_kinds_of_database() { return {"postgres"}; }
std::unique_ptr<TestPlace> new_place(const std::string& /*kind*/) {
  return std::make_unique<PostgresPlace>();
}

}  // namespace ragsieve

int main(int argc, char** argv) { return ragsieve::run_tests(argc, argv); }
