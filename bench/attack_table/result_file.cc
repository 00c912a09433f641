#include "bench/attack_table/result_file.h"

#include <cerrno>
#include <cmath>
#include <fstream>
#include <limits>

#include "ragsieve/json/reader.h"

namespace ragsieve::bench {
namespace {

// NaN ("too few") is written as null.
json::Value number(double value) {
  if (std::isnan(value)) return nullptr;
  return value;
}

double number_of(const json::Value& row, std::string_view name) {
  const json::Value* value = row.find(name);
  return value != nullptr && value->is_number() ? value->number()
                                                : std::numeric_limits<double>::quiet_NaN();
}

std::size_t size_of(const json::Value& row, std::string_view name) {
  const double value = number_of(row, name);
  return std::isnan(value) ? 0 : static_cast<std::size_t>(value);
}

std::string text_of(const json::Value& row, std::string_view name) {
  const json::Value* value = row.find(name);
  return value != nullptr && value->string() != nullptr ? *value->string() : "";
}

json::Value row_value(const RowKey& key, const Measured& measured) {
  return json::Object{{"dataset", key.dataset},
                      {"attack", key.attack},
                      {"command", key.command},
                      {"n_queries", static_cast<std::uint64_t>(key.n_queries)},
                      {"models", key.models},
                      {"auroc", number(measured.auroc)},
                      {"detection", number(measured.detection)},
                      {"n_positives", static_cast<std::uint64_t>(measured.n_positives)},
                      {"n_negatives", static_cast<std::uint64_t>(measured.n_negatives)}};
}

}  // namespace

Result<ResultFile> ResultFile::open(const std::string& path) {
  ResultFile file(path);
  std::ifstream lines(path);
  json::Reader reader;
  for (std::string line; std::getline(lines, line);) {
    const Result<json::Value> row = reader.parse(line);
    if (!row.ok()) continue;
    const RowKey key{text_of(*row, "dataset"), text_of(*row, "attack"), text_of(*row, "command"),
                     size_of(*row, "n_queries"), text_of(*row, "models")};
    file.rows_[key] = Measured{number_of(*row, "auroc"), number_of(*row, "detection"),
                               size_of(*row, "n_positives"), size_of(*row, "n_negatives")};
  }
  return file;
}

const Measured* ResultFile::find(const RowKey& key) const {
  const auto found = rows_.find(key);
  return found == rows_.end() ? nullptr : &found->second;
}

Status ResultFile::add(const RowKey& key, const Measured& measured) {
  std::ofstream out(path_, std::ios::app);
  out << json::dump(row_value(key, measured)) << '\n';
  out.flush();
  if (!out) return system_error(errno, "append to", path_);
  rows_[key] = measured;
  return ok_status();
}

}  // namespace ragsieve::bench
