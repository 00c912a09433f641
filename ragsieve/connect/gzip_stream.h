// Gzip inflated piece by piece (zlib): known by its magic bytes, several members one after another,
// check sums verified. Memory is a constant, whatever the compressed bytes claim.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "ragsieve/connect/byte_stream.h"

namespace ragsieve {

// Whether `bytes` begin as gzip does.
[[nodiscard]] bool is_gzip(std::string_view bytes);

// The bytes of `source`, inflated when they begin as gzip does, else as they are. Truncated or
// damaged gzip, and bytes other than zeros after it, are kCorrupt and name `path`.
[[nodiscard]] std::unique_ptr<ByteStream> gunzip_where_needed(std::unique_ptr<ByteStream> source,
                                                              std::string path);

}  // namespace ragsieve
