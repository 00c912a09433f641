#include "server/api/schemas.h"

#include <string>
#include <utility>

#include "ragsieve/json/reader.h"
#include "server/embedded_file.h"

namespace ragsieve::api {

Result<Schemas> builtin_schemas() {
  Schemas schemas;
  json::Reader reader;
  for (const EmbeddedFile& file : schema_files()) {
    Result<json::Value> schema = reader.parse(file.text());
    if (!schema.ok()) {
      return make_error(Code::kInternal, "a schema that is part of the program is no JSON: " +
                                             std::string(file.path));
    }
    schemas.emplace_back(file.path.substr(0, file.path.find('.')), std::move(schema).value());
  }
  return schemas;
}

}  // namespace ragsieve::api
