// The models folder: what is in it, and importing a model into it.
#pragma once

#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/models/model_import.h"
#include "ragsieve/models/model_spec.h"

namespace ragsieve {

struct ModelListing {
  ModelSpec spec;
  std::string state;  // "ok", "missing" or "damaged" (files against the manifest's digests)
};

// Every model of the manifest, by name. Reads each file once to check its digest.
[[nodiscard]] Result<std::vector<ModelListing>> list_models(const std::string& folder);

}  // namespace ragsieve
