// What the sections [encoder] and [generator] say of an endpoint, as the models that ask it. The
// key comes from the configuration (the environment), else from its file; it is in no message.
// Private to this folder.
#pragma once

#include <memory>

#include "ragsieve/base/result.h"
#include "ragsieve/config/config.h"
#include "ragsieve/models/answerer.h"
#include "ragsieve/models/encoder.h"

namespace ragsieve {

// Nothing is asked yet. kInvalidConfig; kNotFound, kIo and kTooLarge of the key's file.
[[nodiscard]] Result<std::unique_ptr<Answerer>> endpoint_answerer(const Config::Generator& config);
[[nodiscard]] Result<std::unique_ptr<Encoder>> endpoint_encoder(const Config::Encoder& config);

}  // namespace ragsieve
