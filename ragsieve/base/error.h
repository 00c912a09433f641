// What went wrong, as a value. An Error has a stable code, the place in the input where there is
// one, and a message that names the thing, the value found, the value expected and the next step.
// A message never holds a document's text, a vector or a secret.
// Values: safe to copy and to share between threads once built.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ragsieve {

enum class Code {
  kInvalidArgument,  // wrong use: a flag, an option, a parameter
  kInvalidConfig,    // a configuration key or value
  kInvalidInput,     // a record, file or vector from outside breaks its format
  kNotFound,         // a file, model or id that is not there
  kTooLarge,         // a stated limit is exceeded
  kCorrupt,          // a file of ours does not hold what it must
  kIo,               // the operating system refused
  kNoSpace,          // the disk is full
  kCancelled,        // the caller asked to stop
  kTimedOut,
  kUnavailable,  // a model or engine cannot do what is asked
  kUnverified,   // evidence does not verify
  kInternal,     // a fault of this program
};

// Where in the input; empty or 0 where it does not apply.
struct Where {
  std::string path;
  std::uint64_t line = 0;  // from 1
  std::string field;
};

struct Error {
  Code code = Code::kInternal;
  std::string message;
  Where where;
};

// Stable name of a code, as it stands in records and in REST ("invalid_input").
[[nodiscard]] std::string_view code_name(Code code);

// Exit code of a run that ends with this error: 2 wrong use or configuration, 3 could not finish,
// 4 evidence does not verify, 130 cancelled.
[[nodiscard]] int exit_code(Code code);

// HTTP status of a request that ends with this error.
[[nodiscard]] int http_status(Code code);

// One line: "path:line: field: message", without the parts that are empty.
[[nodiscard]] std::string to_string(const Error& error);

[[nodiscard]] inline Error make_error(Code code, std::string message, Where where = {}) {
  return Error{code, std::move(message), std::move(where)};
}

// Error of a failed system call: kNoSpace, kNotFound or kIo by `error_number` (errno).
[[nodiscard]] Error system_error(int error_number, std::string_view action, std::string_view path);

}  // namespace ragsieve
