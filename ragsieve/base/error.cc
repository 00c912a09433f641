#include "ragsieve/base/error.h"

#include <array>
#include <cerrno>
#include <system_error>

namespace ragsieve {
namespace {

struct CodeRow {
  Code code;
  std::string_view name;
  int exit;
  int http;
};

// The one table from code to name, exit code and HTTP status.
constexpr std::array<CodeRow, 13> kCodes{{
    {Code::kInvalidArgument, "invalid_argument", 2, 400},
    {Code::kInvalidConfig, "invalid_config", 2, 500},
    {Code::kInvalidInput, "invalid_input", 3, 422},
    {Code::kNotFound, "not_found", 2, 404},
    {Code::kTooLarge, "too_large", 3, 413},
    {Code::kCorrupt, "corrupt", 3, 500},
    {Code::kIo, "io", 3, 500},
    {Code::kNoSpace, "no_space", 3, 507},
    {Code::kCancelled, "cancelled", 130, 499},
    {Code::kTimedOut, "timed_out", 3, 503},
    {Code::kUnavailable, "unavailable", 2, 503},
    {Code::kUnverified, "unverified", 4, 409},
    {Code::kInternal, "internal", 3, 500},
}};

const CodeRow& row(Code code) {
  for (const CodeRow& candidate : kCodes) {
    if (candidate.code == code) return candidate;
  }
  return kCodes.back();
}

}  // namespace

std::string_view code_name(Code code) { return row(code).name; }
int exit_code(Code code) { return row(code).exit; }
int http_status(Code code) { return row(code).http; }

std::string to_string(const Error& error) {
  std::string out = error.where.path;
  if (error.where.line != 0) {
    if (!out.empty()) out += ':';
    out += std::to_string(error.where.line);
  }
  if (!out.empty()) out += ": ";
  if (!error.where.field.empty()) out += error.where.field + ": ";
  return out + error.message;
}

Error system_error(int error_number, std::string_view action, std::string_view path) {
  Code code = Code::kIo;
  if (error_number == ENOSPC || error_number == EDQUOT) code = Code::kNoSpace;
  if (error_number == ENOENT) code = Code::kNotFound;
  std::string message =
      "cannot " + std::string(action) + ": " + std::generic_category().message(error_number);
  return make_error(code, std::move(message), Where{std::string(path), 0, ""});
}

}  // namespace ragsieve
