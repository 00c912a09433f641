// For the tests: a PostgreSQL server of their own, on a unix socket in a temporary folder, gone
// with the object. It runs as the user `postgres` where the test is root, because it refuses root.
#pragma once

#include <sys/types.h>

#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/store/database_test_internal.h"

namespace ragsieve {

class TestServer {
 public:
  TestServer() = default;
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;
  ~TestServer() { crash(); }

  // kNotFound where the server's programs or a user for them are not installed.
  [[nodiscard]] Status make();
  // Starts it on its data and waits until it answers.
  [[nodiscard]] Status start();
  // As if its machine went down: nothing is finished or written any more.
  void crash();
  [[nodiscard]] std::string connection() const;

 private:
  [[nodiscard]] pid_t spawn(const std::string& program, const std::vector<std::string>& arguments);
  [[nodiscard]] std::string log() const;
  TemporaryFolder folder_;
  std::string programs_;  // the folder of initdb and postgres
  uid_t user_ = 0;
  gid_t group_ = 0;
  pid_t server_ = -1;
};

// The one server of the test program.
[[nodiscard]] TestServer& test_server();

}  // namespace ragsieve
