// For the tests of this folder: every store is tested by one suite that runs against each kind of
// database. The program that links the suite says which kinds there are.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "ragsieve/store/database.h"
#include "ragsieve/store/open_database.h"

namespace ragsieve {

// A place for a database that is empty at first and gone with the object.
class TestPlace {
 public:
  TestPlace() = default;
  TestPlace(const TestPlace&) = delete;
  TestPlace& operator=(const TestPlace&) = delete;
  virtual ~TestPlace() = default;
  [[nodiscard]] virtual StateOptions options() const = 0;
};

[[nodiscard]] std::vector<std::string> kinds_of_database();
[[nodiscard]] std::vector<std::string> lasting_kinds_of_database();  // they outlive their closing
[[nodiscard]] std::unique_ptr<TestPlace> new_place(const std::string& kind);

// A temporary folder of mode 0700.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

class DatabaseTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override;
  void open();  // fails the test where it cannot
  void close() { database_.reset(); }
  [[nodiscard]] const TestPlace& place() const { return *place_; }
  [[nodiscard]] Database& database() { return *database_; }

 private:
  std::unique_ptr<TestPlace> place_;
  std::unique_ptr<Database> database_;
};

[[nodiscard]] inline std::string kind_name(const testing::TestParamInfo<std::string>& kind) {
  return kind.param;
}

}  // namespace ragsieve

#define RAGSIEVE_EVERY_DATABASE(suite) \
  INSTANTIATE_TEST_SUITE_P(, suite, testing::ValuesIn(kinds_of_database()), kind_name)
#define RAGSIEVE_LASTING_DATABASES(suite) \
  INSTANTIATE_TEST_SUITE_P(, suite, testing::ValuesIn(lasting_kinds_of_database()), kind_name)
