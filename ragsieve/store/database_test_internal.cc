#include "ragsieve/store/database_test_internal.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace ragsieve {

TemporaryFolder::TemporaryFolder() {
  // In memory where there is such a place: what dies in these tests is a process, never the
  // machine, and each commit waits for its disk.
  const std::filesystem::path memory = "/dev/shm";
  const bool in_memory = ::access(memory.c_str(), W_OK) == 0;
  const auto parent = in_memory ? memory : std::filesystem::temp_directory_path();
  path_ = (parent / "ragsieve-store-XXXXXX").string();
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
