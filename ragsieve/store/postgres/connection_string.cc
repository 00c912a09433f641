// A password with "@" or "/" that is not percent-encoded cuts a URI elsewhere: the rest of it would
// stand in libpq's messages as a host, a port or a database.
#include "ragsieve/store/postgres/connection_string.h"

#include <libpq-fe.h>

#include <memory>
#include <string_view>
#include <vector>

namespace ragsieve {
namespace {

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
using ConnectionOptions = std::unique_ptr<PQconninfoOption, FreeOptions>;

ConnectionOptions parse(const std::string& connection) {
  char* message = nullptr;  // shows parts of the string
  ConnectionOptions options(PQconninfoParse(connection.c_str(), &message));
  PQfreemem(message);
  return options;
}

std::string_view value_of(const PQconninfoOption& option) {
  return option.val == nullptr ? std::string_view() : option.val;
}

bool is_plausible(const PQconninfoOption& option) {
  const std::string_view name = option.keyword;
  const std::string_view value = value_of(option);
  if (name == "port") return value.find_first_not_of("0123456789,") == std::string_view::npos;
  if (name == "host" || name == "dbname") return value.find('@') == std::string_view::npos;
  return true;
}

}  // namespace

Status check_connection_string(const std::string& connection) {
  const ConnectionOptions options = parse(connection);
  bool plausible = options != nullptr;
  for (const auto* option = options.get(); plausible && option->keyword != nullptr; ++option) {
    plausible = is_plausible(*option);
  }
  if (plausible) return ok_status();
  return make_error(Code::kInvalidConfig,
                    "[state] postgres is no connection string, expected \"host=... dbname=... "
                    "user=...\" or \"postgresql://user@host/dbname\"; put a password with spaces "
                    "in quotes, and in a URI percent-encode it");
}

std::string without_secrets(std::string message, const std::string& connection) {
  const ConnectionOptions options = parse(connection);
  for (const auto* option = options.get(); option != nullptr && option->keyword != nullptr;
       ++option) {
    const std::string_view value = value_of(*option);
    if (std::string_view(option->dispchar) != "*" || value.empty()) continue;
    for (std::size_t at = message.find(value); at != std::string::npos;
         at = message.find(value, at + 3)) {
      message.replace(at, value.size(), "***");
    }
  }
  while (!message.empty() && message.back() == '\n') message.pop_back();
  for (char& c : message) {
    if (c == '\n' || c == '\t') c = ' ';
  }
  return message;
}

}  // namespace ragsieve
