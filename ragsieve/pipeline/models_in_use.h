// The models and the cache that a pipeline may use, behind their interfaces. Who makes them
// (backends, tests) keeps them alive for the length of the call.
#pragma once

#include "ragsieve/cache/value_cache.h"
#include "ragsieve/models/answerer.h"
#include "ragsieve/models/causal_lm.h"
#include "ragsieve/models/encoder.h"
#include "ragsieve/models/token_encoder.h"

namespace ragsieve {

struct ModelsInUse {
  Encoder* encoder = nullptr;             // needed where vectors are not given
  TokenEncoder* token_encoder = nullptr;  // filter
  CausalLm* causal_lm = nullptr;          // filter
  Answerer* answerer = nullptr;           // screen
  ValueCache* cache = nullptr;            // may be null
};

}  // namespace ragsieve
