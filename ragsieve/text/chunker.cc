#include "ragsieve/text/chunker.h"

#include <string>

namespace ragsieve {

Status ChunkOptions::validate() const {
  if (size < 1 || size > 100000) {
    return make_error(Code::kInvalidArgument,
                      "chunk size " + std::to_string(size) + ": expected 1 to 100000 characters");
  }
  if (overlap >= size) {
    return make_error(Code::kInvalidArgument, "chunk overlap " + std::to_string(overlap) +
                                                  ": expected less than the chunk size, " +
                                                  std::to_string(size));
  }
  return ok_status();
}

std::vector<ByteRange> chunks(std::string_view text, const ChunkOptions& options) {
  std::vector<ByteRange> ranges;
  const std::size_t step = options.size - options.overlap;
  // Byte offsets of the starts that are still open, oldest first: at most size / step + 1 of them.
  std::vector<std::size_t> open;
  std::size_t code_points = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if ((static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) continue;
    if (code_points >= options.size && (code_points - options.size) % step == 0) {
      ranges.push_back({open.front(), at});
      open.erase(open.begin());
    }
    if (code_points % step == 0) open.push_back(at);
    ++code_points;
  }
  // What is left is one chunk, unless the one before it already reached the end.
  if (!open.empty()) ranges.push_back({open.front(), text.size()});
  return ranges;
}

}  // namespace ragsieve
