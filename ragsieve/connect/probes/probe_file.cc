#include "ragsieve/connect/probes/probe_file.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

#include "ragsieve/connect/memory_budget.h"
#include "ragsieve/connect/probes/probe_record.h"
#include "ragsieve/json/reader.h"

namespace ragsieve {
namespace {

// Without the white space of ASCII at both ends.
std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\f\v");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\f\v") - first + 1);
}

bool is_summary(const json::Value& record) {
  const json::Value* type = record.find("type");
  return type != nullptr && type->string() != nullptr && *type->string() == "summary";
}

class ProbeLines {
 public:
  explicit ProbeLines(const LineReader& lines) : lines_(lines) {}

  // The probe of a line; nothing for a summary.
  Result<std::optional<Probe>> parse(const Line& line) {
    if (line.too_long) return lines_.too_long_error(line);
    if (!is_json_) is_json_ = trimmed(line.text).starts_with('{');
    if (!*is_json_) {
      RAGSIEVE_TRY(Probe probe, parse_text(line));
      return std::optional(std::move(probe));
    }
    RAGSIEVE_TRY(const json::Value record, reader_.parse(line.text));
    if (is_summary(record)) return std::optional<Probe>();
    RAGSIEVE_TRY(Probe probe, parse_probe(record));
    RAGSIEVE_CHECK(check_new(probe.id, line.number, record.find("_id") != nullptr ? "_id" : "id"));
    return std::optional(std::move(probe));
  }

 private:
  Result<Probe> parse_text(const Line& line) const {
    const std::string_view question = trimmed(line.text);
    if (question.starts_with('{')) {
      return make_error(Code::kInvalidInput,
                        "is JSON, but the file began with a plain question; keep to one of the "
                        "two forms",
                        Where{"", 0, "question"});
    }
    if (Status status = check_probe_question(question); !status.ok()) {
      return make_error(status.error().code, status.error().message, Where{"", 0, "question"});
    }
    return Probe{"p" + std::to_string(line.number), std::string(question), "", 1, "file"};
  }

  Status check_new(const std::string& id, std::uint64_t line, std::string field) {
    const auto [first, is_new] = first_lines_.emplace(id, line);
    if (is_new) return ok_status();
    return make_error(Code::kInvalidInput,
                      "repeats the id of line " + std::to_string(first->second) +
                          "; ids must be unique, this probe is left out",
                      Where{"", 0, std::move(field)});
  }

  const LineReader& lines_;
  json::Reader reader_;
  std::optional<bool> is_json_;  // known from the first line on
  std::unordered_map<std::string, std::uint64_t> first_lines_;
};

std::size_t bytes_of(const Probe& probe) {
  return sizeof(Probe) + 2 * probe.id.size() + probe.question.size() + probe.expected_fact.size();
}

}  // namespace

Result<ProbeSet> read_probes(LineReader& lines, const RunOptions& run) {
  ProbeSet set;
  ProbeLines parser(lines);
  MemoryBudget memory(run.memory_bytes);
  for (;;) {
    RAGSIEVE_TRY(const std::optional<Line> line, lines.next());
    if (!line) break;
    Result<std::optional<Probe>> probe = parser.parse(*line);
    if (!probe.ok()) {
      Error error = std::move(probe).error();
      error.where = lines.where(*line, std::move(error.where.field));
      RAGSIEVE_CHECK(memory.take(sizeof(Error) + error.message.size(), lines.path()));
      set.bad.push_back(std::move(error));
    } else if (*probe) {
      RAGSIEVE_CHECK(memory.take(bytes_of(**probe), lines.path()));
      set.probes.push_back(**std::move(probe));
    }
  }
  if (set.probes.empty() && set.bad.empty()) {
    return make_error(Code::kInvalidInput, "holds no probes", Where{lines.path(), 0, ""});
  }
  return set;
}

Result<ProbeSet> read_probes(const std::string& path, const RunOptions& run) {
  RAGSIEVE_TRY(LineReader lines, LineReader::open(path, LineOptions{false, run.cancel}));
  return read_probes(lines, run);
}

}  // namespace ragsieve
