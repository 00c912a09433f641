// `models import` on llama.cpp: conversion, re-quantisation, and the checks before an entry.
#pragma once

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/models/model_import.h"

namespace ragsieve {

// Converts, verifies and enters the model; returns its manifest entry. On error the models folder
// is as it was. kInvalidInput for a source that is not what it should be; kUnavailable when the
// result does not run, or its vectors are further from f32 than kSmallestImportCosine.
[[nodiscard]] Result<ModelSpec> import_with_llama(const ImportRequest& request,
                                                  const RunOptions& run);

}  // namespace ragsieve
