#include "eval/run/result_file.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <optional>

#include "ragsieve/connect/line_reader.h"
#include "ragsieve/json/reader.h"

namespace ragsieve::eval {
namespace {

// Cuts off what stands behind the last line end.
Status cut_unfinished_line(const std::string& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) return system_error(errno, "read", path);
  auto size = static_cast<std::streamoff>(in.tellg());
  const std::streamoff whole = size;
  for (char byte = 0; size > 0; --size) {
    in.seekg(size - 1);
    if (!in.get(byte)) return system_error(errno, "read", path);
    if (byte == '\n') break;
  }
  if (size == whole) return ok_status();
  std::error_code error;
  std::filesystem::resize_file(path, static_cast<std::uintmax_t>(size), error);
  return error ? system_error(error.value(), "cut", path) : ok_status();
}

}  // namespace

Result<ResultFile> ResultFile::open(const std::string& path) {
  ResultFile file(path);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return file;
  RAGSIEVE_CHECK(cut_unfinished_line(path));
  RAGSIEVE_TRY(LineReader lines, LineReader::open(path));
  json::Reader reader;
  for (std::size_t count = 0;; ++count) {
    RAGSIEVE_TRY(const std::optional<Line> line, lines.next());
    if (!line) return file;
    if (line->too_long) return lines.too_long_error(*line);
    if (count == kResultLines) {
      return make_error(Code::kTooLarge,
                        "has more than " + std::to_string(kResultLines) + " results",
                        lines.where(*line));
    }
    const Result<json::Value> value = reader.parse(line->text);
    if (!value.ok())
      return make_error(value.error().code, value.error().message, lines.where(*line));
    Result<ResultLine> result = result_line_of(*value);
    if (!result.ok()) {
      return make_error(result.error().code, result.error().message,
                        lines.where(*line, result.error().where.field));
    }
    file.rows_.insert_or_assign(result->key, *result);
  }
}

const ResultLine* ResultFile::find(const RowKey& key) const {
  const auto found = rows_.find(key);
  return found == rows_.end() ? nullptr : &found->second;
}

Status ResultFile::add(const ResultLine& line) {
  errno = 0;
  std::ofstream out(path_, std::ios::app | std::ios::binary);
  out << json::dump(to_json(line)) << '\n';
  out.flush();
  if (!out) return system_error(errno, "append to", path_);
  rows_.insert_or_assign(line.key, line);
  return ok_status();
}

}  // namespace ragsieve::eval
