#include "ragsieve/pipeline/removed_file.h"

#include "ragsieve/connect/ids_file.h"

namespace ragsieve {

Status write_removed_file(const std::string& path, const std::vector<std::string>& ids) {
  return write_ids(path, ids);
}

}  // namespace ragsieve
