#include "tests/golden/golden.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string_view>
#include <unordered_map>

#include "ragsieve/base/file.h"
#include "ragsieve/core/document.h"
#include "ragsieve/json/reader.h"

namespace ragsieve {
namespace {

constexpr std::size_t kFileBytes = std::size_t{1} << 30;

std::string member(const json::Value& record, std::string_view name) {
  const json::Value* value = record.find(name);
  return value != nullptr && value->string() != nullptr ? *value->string() : "";
}

using Texts = std::unordered_map<std::string, std::string>;

Texts read_texts(const std::string& dataset) {
  Texts texts;
  for (const char* name : {"corpus.jsonl", "poisons.jsonl"}) {
    const std::string path = shared_path("data/" + dataset + "/" + name);
    if (!path_exists(path)) continue;
    for (const json::Value& record : read_jsonl(path)) {
      const std::string given = member(record, "_id");
      texts.emplace(given.empty() ? member(record, "id") : given, indexed_text(record));
    }
  }
  return texts;
}

}  // namespace

std::string shared_path(const std::string& relative) {
  const char* folder = std::getenv("RAGSIEVE_SHARED");
  return std::string(folder != nullptr && *folder != '\0' ? folder : "../shared") + "/" + relative;
}

bool path_exists(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

bool shared_present() { return path_exists(shared_path("golden")); }

std::vector<json::Value> read_jsonl(const std::string& path) {
  const Result<std::string> bytes = read_file(path, kFileBytes);
  if (!bytes.ok()) {
    ADD_FAILURE() << to_string(bytes.error());
    return {};
  }
  std::vector<json::Value> records;
  json::Reader reader;
  std::string_view rest = *bytes;
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view text = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    Result<json::Value> record = reader.parse(text);
    if (record.ok()) {
      records.push_back(*std::move(record));
    } else {
      ADD_FAILURE() << path << ":" << line << ": " << to_string(record.error());
    }
  }
  return records;
}

std::string indexed_text(const json::Value& record) {
  Document document;
  set_fields(document, member(record, "title"), member(record, "text"));
  return document.indexed_text;
}

std::string text_of(const std::string& dataset, const std::string& id) {
  static std::map<std::string, Texts> datasets;  // each is read once a program
  auto known = datasets.find(dataset);
  if (known == datasets.end()) known = datasets.emplace(dataset, read_texts(dataset)).first;
  const auto found = known->second.find(id);
  if (found != known->second.end()) return found->second;
  ADD_FAILURE() << "no record " << id << " in " << shared_path("data/" + dataset);
  return "";
}

}  // namespace ragsieve
