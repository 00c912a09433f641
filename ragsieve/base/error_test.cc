#include "ragsieve/base/error.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "ragsieve/base/result.h"

namespace ragsieve {
namespace {

Result<int> half(int value) {
  if (value % 2 != 0) return make_error(Code::kInvalidArgument, "odd");
  return value / 2;
}

Result<int> quarter(int value) {
  RAGSIEVE_TRY(const int once, half(value));
  RAGSIEVE_TRY(const int twice, half(once));
  return twice;
}

TEST(Error, MessageNamesFileLineAndField) {
  const Error error = make_error(Code::kInvalidInput, "expected a string", {"a.jsonl", 7, "text"});
  EXPECT_EQ(to_string(error), "a.jsonl:7: text: expected a string");
  EXPECT_EQ(to_string(make_error(Code::kIo, "gone")), "gone");
}

TEST(Error, CodesMapToExitCodes) {
  EXPECT_EQ(exit_code(Code::kInvalidArgument), 2);
  EXPECT_EQ(exit_code(Code::kInvalidConfig), 2);
  EXPECT_EQ(exit_code(Code::kInvalidInput), 3);
  EXPECT_EQ(exit_code(Code::kUnverified), 4);
  EXPECT_EQ(exit_code(Code::kCancelled), 130);
  EXPECT_EQ(code_name(Code::kNoSpace), "no_space");
  EXPECT_EQ(http_status(Code::kTooLarge), 413);
}

TEST(Error, SystemErrorsKeepTheirKind) {
  EXPECT_EQ(system_error(ENOSPC, "write", "x").code, Code::kNoSpace);
  EXPECT_EQ(system_error(ENOENT, "open", "x").code, Code::kNotFound);
  EXPECT_EQ(system_error(EACCES, "open", "x").code, Code::kIo);
  EXPECT_EQ(system_error(EACCES, "open", "x").where.path, "x");
}

TEST(Result, TryHandsTheErrorOn) {
  EXPECT_EQ(quarter(12).value(), 3);
  EXPECT_EQ(quarter(6).error().message, "odd");
}

}  // namespace
}  // namespace ragsieve
