#include "ragsieve/pipeline/candidates.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "ragsieve/base/file.h"
#include "ragsieve/base/limits.h"
#include "ragsieve/base/utf8.h"
#include "ragsieve/connect/byte_stream.h"
#include "ragsieve/connect/id.h"
#include "ragsieve/connect/jsonl/record_parser.h"
#include "ragsieve/connect/line_reader.h"
#include "ragsieve/evidence/document_digests.h"

namespace ragsieve {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::array<std::string_view, 4> kTextExtensions{".txt", ".md", ".markdown", ".text"};
constexpr std::size_t kMostFiles = 1'000'000;

std::string lower_extension(const std::string& path) {
  std::string extension = fs::path(path).extension().string();
  for (char& c : extension) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return extension;
}

bool is_records(const std::string& path) {
  return path.ends_with(".jsonl") || path.ends_with(".jsonl.gz");
}

// Each byte that is not part of a code point becomes U+FFFD.
std::string repaired(std::string_view bytes, std::size_t& n_replaced) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::optional<CodePoint> code_point = decode_utf8(bytes, at);
    if (code_point) {
      text.append(bytes.substr(at, code_point->n_bytes));
      at += code_point->n_bytes;
    } else {
      text.append(kReplacement);
      ++at;
      ++n_replaced;
    }
  }
  return text;
}

Status fill_digests(ScreenCandidate& candidate, std::string_view raw) {
  RAGSIEVE_TRY(const DocumentDigests digests, document_digests(raw));
  candidate.document.raw_digest = digests.raw;
  candidate.raw_sha256 = to_hex(digests.raw);
  candidate.canonical_sha256 = to_hex(digests.canonical);
  return ok_status();
}

Status check_size(std::size_t n_bytes, const CandidateOptions& options) {
  if (n_bytes <= options.max_bytes) return ok_status();
  return make_error(Code::kTooLarge, "has " + std::to_string(n_bytes) + " bytes, the limit is " +
                                         std::to_string(options.max_bytes) +
                                         " ([gate] max_bytes): it was not scored");
}

Status check_not_empty(const Document& document) {
  if (!document.indexed_text.empty()) return ok_status();
  return make_error(Code::kInvalidInput, "is empty or white space only: there is nothing to score");
}

Result<std::string> read_whole(const std::string& path, const CandidateOptions& options) {
  if (path != "-") return read_file(path, options.max_bytes);
  RAGSIEVE_TRY(const std::unique_ptr<ByteStream> stream, open_bytes(path));
  std::string bytes;
  for (;;) {
    RAGSIEVE_TRY(const std::string_view piece, stream->next());
    if (piece.empty()) return bytes;
    bytes.append(piece);
    RAGSIEVE_CHECK(check_size(bytes.size(), options));
  }
}

class CandidateReader {
 public:
  CandidateReader(const CandidateOptions& options, const RunOptions& run)
      : options_(options), run_(run) {}

  Status add_input(const std::string& path) {
    std::error_code ignored;
    if (path != "-" && fs::is_directory(path, ignored)) return add_folder(path);
    if (is_records(path)) return add_records(path);
    if (path != "-" && !fs::exists(path, ignored)) {
      return make_error(Code::kNotFound, "is not there", Where{path, 0, ""});
    }
    add_file(path, path == "-" ? "stdin" : fs::path(path).filename().string());
    return ok_status();
  }

  Candidates take() { return std::move(found_); }

 private:
  void add_bad(Error error, const std::string& path, std::uint64_t line = 0) {
    error.where.path = path;
    if (line != 0) error.where.line = line;
    found_.bad.push_back(std::move(error));
  }

  void add_file(const std::string& path, std::string id) {
    const std::string shown = display_path(path);
    Result<std::string> bytes = read_whole(path, options_);
    if (!bytes.ok()) return add_bad(std::move(bytes).error(), printable(shown, 4096));
    if (const Status valid = check_id(id); !valid.ok()) {
      return add_bad(Error(valid.error()), printable(shown, 4096));
    }
    Result<ScreenCandidate> candidate = candidate_of(std::move(id), *bytes, options_);
    if (!candidate.ok()) return add_bad(std::move(candidate).error(), shown);
    candidate->path = shown;
    const std::string extension = lower_extension(path);
    if (extension == ".md" || extension == ".markdown") {
      candidate->document.media_type = "text/markdown";
    }
    found_.documents.push_back(*std::move(candidate));
  }

  Result<std::vector<std::string>> list(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code error;
    fs::recursive_directory_iterator walk(folder, error);
    for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
      if (run_.cancel.requested()) return make_error(Code::kCancelled, "stopped");
      const bool hidden = walk->path().filename().string().starts_with('.');
      if (hidden) {
        if (walk->is_directory(error)) walk.disable_recursion_pending();
        continue;
      }
      if (walk->is_symlink(error) || !walk->is_regular_file(error)) continue;
      names.push_back(walk->path().lexically_relative(folder).string());
      if (names.size() > kMostFiles) {
        return make_error(Code::kTooLarge,
                          "holds more than " + std::to_string(kMostFiles) + " files",
                          Where{folder, 0, ""});
      }
    }
    if (error) return system_error(error.value(), "cannot list", folder);
    std::sort(names.begin(), names.end());
    return names;
  }

  Status add_folder(const std::string& folder) {
    RAGSIEVE_TRY(const std::vector<std::string> names, list(folder));
    for (const std::string& name : names) {
      const std::string path = (fs::path(folder) / name).string();
      const bool text =
          std::ranges::find(kTextExtensions, lower_extension(name)) != kTextExtensions.end();
      if (text) {
        add_file(path, name);
      } else if (is_records(name)) {
        // A file that breaks in its middle hides neither its own records nor the other files.
        const Status read = add_records(path);
        if (!read.ok() && read.error().code == Code::kCancelled) return read;
        if (!read.ok()) add_bad(Error(read.error()), printable(path, 4096));
      } else {
        add_bad(make_error(Code::kUnavailable,
                           "no extractor reads this kind of file: it was not scored; convert it "
                           "to .txt or .md"),
                printable(path, 4096));
      }
    }
    return ok_status();
  }

  Status add_records(const std::string& path) {
    RAGSIEVE_TRY(LineReader lines, LineReader::open(path, LineOptions{false, run_.cancel}));
    RecordParser parser;
    for (;;) {
      RAGSIEVE_TRY(const std::optional<Line> line, lines.next());
      if (!line) return ok_status();
      if (line->too_long) {
        found_.bad.push_back(lines.too_long_error(*line));
        continue;
      }
      Result<Record> record = parser.parse_document(line->text);
      if (!record.ok()) {
        add_bad(std::move(record).error(), lines.path(), line->number);
        continue;
      }
      add_record(*record, lines.path(), line->number);
    }
  }

  Status check_new(const std::string& id) {
    if (record_ids_.insert(id).second) return ok_status();
    return make_error(Code::kInvalidInput,
                      "the id \"" + id + "\" was given before: ids tell verdicts apart",
                      Where{"", 0, "_id"});
  }

  void add_record(const Record& record, const std::string& path, std::uint64_t line) {
    ScreenCandidate candidate;
    candidate.path = path;
    candidate.raw_form = "record";
    candidate.document.id = record.id;
    candidate.document.line = line;
    set_fields(candidate.document, record.title, record.text);
    const std::string raw = record_bytes(record.title, record.text);
    for (const Status& status :
         {check_id(record.id), check_size(raw.size(), options_),
          check_not_empty(candidate.document), fill_digests(candidate, raw)}) {
      if (!status.ok()) return add_bad(Error(status.error()), path, line);
    }
    found_.documents.push_back(std::move(candidate));
  }

  const CandidateOptions& options_;
  const RunOptions& run_;
  Candidates found_;
  std::set<std::string> record_ids_;
};

}  // namespace

Status CandidateOptions::validate() const {
  if (max_bytes >= 1 && max_bytes <= limits::kDocumentBytes) return ok_status();
  return make_error(Code::kInvalidArgument, "max_bytes " + std::to_string(max_bytes) +
                                                ": expected 1 to " +
                                                std::to_string(limits::kDocumentBytes));
}

Result<ScreenCandidate> candidate_of(std::string id, std::string_view bytes,
                                     const CandidateOptions& options) {
  RAGSIEVE_CHECK(check_size(bytes.size(), options));
  ScreenCandidate candidate;
  candidate.document.id = std::move(id);
  RAGSIEVE_CHECK(fill_digests(candidate, bytes));
  std::string_view text = bytes;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::size_t n_replaced = 0;
  set_fields(candidate.document, "", repaired(text, n_replaced));
  if (n_replaced > 0) {
    candidate.notes.push_back(std::to_string(n_replaced) +
                              " byte(s) that are no UTF-8 were replaced before scoring");
  }
  if (const auto n = std::ranges::count(text, '\0'); n > 0) {
    candidate.notes.push_back("holds " + std::to_string(n) + " NUL byte(s)");
  }
  RAGSIEVE_CHECK(check_not_empty(candidate.document));
  return candidate;
}

Result<Candidates> read_candidates(std::span<const std::string> inputs,
                                   const CandidateOptions& options, const RunOptions& run) {
  RAGSIEVE_CHECK(options.validate());
  CandidateReader reader(options, run);
  for (const std::string& input : inputs) RAGSIEVE_CHECK(reader.add_input(input));
  Candidates found = reader.take();
  if (found.documents.empty() && found.bad.empty()) {
    return make_error(Code::kInvalidInput, "there is no document to screen");
  }
  return found;
}

}  // namespace ragsieve
