#include "ragsieve/store/database_test_internal.h"

#include <cstdlib>
#include <filesystem>

namespace ragsieve {

TemporaryFolder::TemporaryFolder() {
  path_ = (std::filesystem::temp_directory_path() / "ragsieve-store-XXXXXX").string();
  if (::mkdtemp(path_.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void DatabaseTest::SetUp() {
  place_ = new_place(GetParam());
  open();
}

void DatabaseTest::open() {
  auto opened = open_database(place_->options());
  ASSERT_TRUE(opened.ok()) << to_string(opened.error());
  database_ = std::move(opened).value();
}

}  // namespace ragsieve
