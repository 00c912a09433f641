#include "ragsieve/connect/ids_file.h"

#include <optional>
#include <utility>

#include "ragsieve/base/file.h"
#include "ragsieve/connect/id.h"
#include "ragsieve/connect/line_reader.h"

namespace ragsieve {

Result<std::vector<std::string>> read_ids(const std::string& path) {
  RAGSIEVE_TRY(LineReader lines, LineReader::open(path, LineOptions{true, {}}));
  std::vector<std::string> ids;
  for (;;) {
    RAGSIEVE_TRY(const std::optional<Line> line, lines.next());
    if (!line) return ids;
    if (line->too_long) return lines.too_long_error(*line);
    const bool blank = line->text.find_first_not_of(" \t") == std::string_view::npos;
    if (Status status = check_id(line->text); !blank && !status.ok()) {
      Error error = std::move(status).error();
      error.where = lines.where(*line, "id");
      return error;
    }
    ids.emplace_back(blank ? std::string_view() : line->text);
  }
}

Status write_ids(const std::string& path, const std::vector<std::string>& ids) {
  RAGSIEVE_TRY(FileWriter writer, FileWriter::create(path));
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (const Status status = check_id(ids[i]); !ids[i].empty() && !status.ok()) {
      return make_error(Code::kInvalidArgument, "an id " + status.error().message,
                        Where{path, i + 1, "id"});
    }
    RAGSIEVE_CHECK(writer.append(ids[i]));
    RAGSIEVE_CHECK(writer.append("\n"));
  }
  return writer.commit();
}

}  // namespace ragsieve
