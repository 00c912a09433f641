// The only place that knows what was compiled in: turns a configuration into the models, the cache
// and the importer that the pipelines use. Models are loaded at their first use.
#pragma once

#include <memory>
#include <string>

#include "ragsieve/base/log.h"
#include "ragsieve/base/result.h"
#include "ragsieve/config/config.h"
#include "ragsieve/models/model_import.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve {

class Backends {
 public:
  // Reads the manifest and opens the cache (a cache that cannot be opened is a warning to `log`,
  // not an error). `threads` of the model pool.
  [[nodiscard]] static Result<std::unique_ptr<Backends>> open(const Config& config, int threads,
                                                              const LogSink& log);
  virtual ~Backends() = default;

  // Makes the models of the named roles ready; kUnavailable, naming the command that brings it,
  // where one is not in the manifest. What is not asked for stays null. Valid as long as this.
  struct Roles {
    bool encoder = false;
    bool token_encoder = false;
    bool causal_lm = false;
    bool answerer = false;  // as [generator] says; the extractive one reads with the encoder
  };
  [[nodiscard]] virtual Result<ModelsInUse> models(const Roles& roles) = 0;
};

// kUnavailable where this build has no model engine.
[[nodiscard]] Importer model_importer();

// Engine build and CPU class, for `--version`.
[[nodiscard]] std::string engine_name();

}  // namespace ragsieve
