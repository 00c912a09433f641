// The default profile of `filter` in the harness: as a detector with and without a reference, and
// the clean candidates that ship with the profile.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "eval/dataset/dataset.h"
#include "eval/run/online_detectors.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/detect/filter_default.h"
#include "ragsieve/detect/filter_terms.h"
#include "ragsieve/models/encoder.h"

namespace ragsieve::eval {

// "filter_default": language and null of the attacked snapshot; "filter_default_reference": of the
// corpus without poisons. Fewer than 100 clean candidates are no null: then the shipped one.
[[nodiscard]] std::vector<OnlineDetector> default_filters();

// "filter_default_reference" with other weights or another alarm rate, on request.
[[nodiscard]] OnlineDetector default_filter_variant(std::string name,
                                                    const FilterDefaultOptions& options);

// Terms of the candidates of the first 1,000 questions that no poison is for, in the clean corpus.
[[nodiscard]] Result<std::vector<FilterTerms>> clean_filter_terms(const Dataset& dataset,
                                                                  Encoder& encoder,
                                                                  const RunOptions& run);

// `n` of them, drawn without repeats and evenly from the datasets: detect/filter_reference.inc.
[[nodiscard]] std::string reference_rows(std::span<const std::vector<FilterTerms>> datasets,
                                         std::size_t n);

}  // namespace ragsieve::eval
