// Result<T> is a T or an Error; Status is a Result without a value.
// Use RAGSIEVE_TRY and RAGSIEVE_CHECK to hand an error on to the caller:
//   RAGSIEVE_TRY(auto lines, read_lines(path));
//   RAGSIEVE_CHECK(write_file(path, lines));
#pragma once

#include <utility>
#include <variant>

#include "ragsieve/base/error.h"

namespace ragsieve {

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Only where ok().
  [[nodiscard]] T& value() & { return std::get<0>(state_); }
  [[nodiscard]] const T& value() const& { return std::get<0>(state_); }
  [[nodiscard]] T&& value() && { return std::get<0>(std::move(state_)); }
  T* operator->() { return &std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }
  T& operator*() & { return std::get<0>(state_); }
  const T& operator*() const& { return std::get<0>(state_); }
  T&& operator*() && { return std::get<0>(std::move(state_)); }

  // Only where not ok().
  [[nodiscard]] const Error& error() const& { return std::get<1>(state_); }
  [[nodiscard]] Error&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<T, Error> state_;
};

struct Done {};
using Status = Result<Done>;
[[nodiscard]] inline Status ok_status() { return Done{}; }

}  // namespace ragsieve

#define RAGSIEVE_CONCAT_INNER(a, b) a##b
#define RAGSIEVE_CONCAT(a, b) RAGSIEVE_CONCAT_INNER(a, b)
#define RAGSIEVE_TRY_INNER(declaration, temporary, expression) \
  auto temporary = (expression);                               \
  if (!temporary.ok()) return std::move(temporary).error();    \
  declaration = std::move(temporary).value()

// Declares `declaration` with the value of `expression`, or returns its error.
#define RAGSIEVE_TRY(declaration, expression) \
  RAGSIEVE_TRY_INNER(declaration, RAGSIEVE_CONCAT(result_, __LINE__), expression)

// Returns the error of `expression`, if it has one.
#define RAGSIEVE_CHECK(expression)                                      \
  do {                                                                  \
    auto checked_result = (expression);                                 \
    if (!checked_result.ok()) return std::move(checked_result).error(); \
  } while (false)
