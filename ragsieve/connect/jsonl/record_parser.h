// One line of BEIR JSONL: a document {"_id" or "id", "title"?, "text"} or a query {"_id" or "id",
// "text"}. Other members are only validated. Where both ids stand, "_id" counts.
#pragma once

#include <string>
#include <string_view>

#include "ragsieve/json/reader.h"

namespace ragsieve {

struct Record {
  std::string id;
  std::string_view id_field;  // "_id" or "id", whichever gave the id
  std::string title;          // empty where absent or null
  std::string text;
};

// Reuse one over many lines. One thread at a time.
class RecordParser {
 public:
  // kInvalidInput or kTooLarge (depth), with where.field where one member is at fault.
  [[nodiscard]] Result<Record> parse_document(std::string_view line);
  [[nodiscard]] Result<Record> parse_query(std::string_view line);

 private:
  using Members = std::vector<std::optional<std::string>>;
  [[nodiscard]] Result<Members> document_members(std::string_view line);
  [[nodiscard]] Result<Record> complete(std::string_view line, Members members);

  json::Reader reader_;
};

}  // namespace ragsieve
