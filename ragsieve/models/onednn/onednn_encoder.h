// The sentence encoder on oneDNN: the same GGUF file as the llama.cpp encoder reads, the same
// pooling, about twice as fast in f32 on AVX-512, and more in BF16 on AMX. It is another model to
// caches and reports. An item of the model host is a few texts, about a hundred tokens, computed by
// one thread; the bytes of a vector depend on its text alone all the same.
#pragma once

#include <memory>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/models/encoder.h"
#include "ragsieve/models/model_host.h"
#include "ragsieve/models/model_spec.h"
#include "ragsieve/models/onednn/precision.h"

namespace ragsieve {

// What the encoder of that model is known by: NAME-onednn in f32, NAME with its weight type
// replaced and "-onednn" in BF16 ("all-minilm-l6-v2-bf16-onednn"). kUnavailable, naming the
// setting, where the model is not f32 or has no vocab.txt.
[[nodiscard]] Result<ModelIdentity> onednn_identity(const ModelSpec& spec,
                                                    OnednnPrecision precision);

// Checks the files' digests against `spec` (kCorrupt, kNotFound), loads and packs the weights on
// the calling thread. Errors of onednn_identity(), read_bert_weights() and BertPass::create(). The
// encoder keeps the host alive.
[[nodiscard]] Result<std::unique_ptr<Encoder>> load_onednn_encoder(std::shared_ptr<ModelHost> host,
                                                                   const std::string& folder,
                                                                   const ModelSpec& spec,
                                                                   OnednnPrecision precision);

}  // namespace ragsieve
