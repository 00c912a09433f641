// toml++ throws; its exceptions end here. Conversion is recursive over the nesting that
// check_toml_nesting has bounded.
#include "ragsieve/config/toml.h"

#include <toml++/toml.h>

#include <sstream>

#include "ragsieve/base/limits.h"
#include "ragsieve/config/toml_nesting.h"

namespace ragsieve {
namespace {

Result<toml::table> parse_table(std::string_view text, const std::string& path) {
  if (text.size() > limits::kConfigBytes) {
    return make_error(Code::kTooLarge,
                      "is " + std::to_string(text.size()) + " bytes long, expected at most " +
                          std::to_string(limits::kConfigBytes),
                      Where{path, 0, ""});
  }
  if (Status nesting = check_toml_nesting(text); !nesting.ok()) {
    Error error = std::move(nesting).error();
    error.where.path = path;
    return error;
  }
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    return make_error(Code::kInvalidConfig, "not TOML: " + std::string(error.description()),
                      Where{path, error.source().begin.line, ""});
  }
}

template <typename Time>
json::Value printed(const Time& time) {
  std::ostringstream out;
  out << time;
  return out.str();
}

json::Value convert(const toml::node& node);

json::Value convert(const toml::table& table) {
  json::Object object;
  for (const auto& [key, node] : table) object.emplace_back(std::string(key.str()), convert(node));
  return object;
}

json::Value convert(const toml::node& node) {
  if (const toml::table* table = node.as_table()) return convert(*table);
  if (const toml::array* array = node.as_array()) {
    json::Array values;
    for (const toml::node& item : *array) values.push_back(convert(item));
    return values;
  }
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return std::int64_t{number->get()};
  if (const auto* number = node.as_floating_point()) return number->get();
  if (const auto* boolean = node.as_boolean()) return boolean->get();
  if (const auto* date = node.as_date()) return printed(date->get());
  if (const auto* time = node.as_time()) return printed(time->get());
  if (const auto* date_time = node.as_date_time()) return printed(date_time->get());
  return nullptr;
}

}  // namespace

Result<json::Value> parse_toml(std::string_view text, const std::string& path) {
  RAGSIEVE_TRY(const toml::table table, parse_table(text, path));
  return convert(table);
}

Result<std::vector<TomlKey>> parse_toml_keys(std::string_view text, const std::string& path) {
  RAGSIEVE_TRY(const toml::table table, parse_table(text, path));
  std::vector<TomlKey> keys;
  for (const auto& [name, node] : table) {
    const std::string section(name.str());
    const toml::table* members = node.as_table();
    if (members == nullptr) {
      keys.push_back(TomlKey{"", section, convert(node), name.source().begin.line});
    } else if (members->empty()) {
      keys.push_back(TomlKey{section, "", nullptr, name.source().begin.line});
    } else {
      for (const auto& [key, value] : *members) {
        keys.push_back(
            TomlKey{section, std::string(key.str()), convert(value), key.source().begin.line});
      }
    }
  }
  return keys;
}

}  // namespace ragsieve
