// What a caller sends to be screened: a raw body with its media type, or JSON. Pure, thread-safe.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/service/screen_desk.h"
#include "server/route_table.h"

namespace ragsieve::api {

struct ScreenBody {
  ScreenRequest request;
  std::chrono::milliseconds timeout{30'000};
};

// Of POST /v1/screen: JSON {corpus, id, text, media_type?, timeout_ms?, supersedes?}, or the bytes
// of the document with ?corpus&id&timeout_ms&supersedes&reason. kInvalidInput, kInvalidArgument
// naming the member.
[[nodiscard]] Result<ScreenBody> screen_body(const Call& call);

// Of POST /v1/screens: {corpus, documents:[{id, text, media_type?}]}, 1 to 1000 of them.
[[nodiscard]] Result<std::vector<ScreenRequest>> screens_body(const Call& call);

}  // namespace ragsieve::api
