#include "ragsieve/models/llama/llama_import.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "ragsieve/base/file.h"
#include "ragsieve/base/limits.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/models/llama/bert_gguf.h"
#include "ragsieve/models/llama/llama_engine.h"
#include "ragsieve/models/llama/llama_session.h"
#include "ragsieve/text/wordpiece.h"

namespace ragsieve {
namespace {

namespace fs = std::filesystem;

// Texts that a new model must be able to read; each stresses another part of the vocabulary.
constexpr std::array<std::string_view, 6> kProbes{
    "A short sentence.",
    "The quarterly report lists 1,204 sensors, 37 gateways and 5 outages between 2019 and 2023.",
    "Bonjour, où est la bibliothèque? Привет, мир. 中文测试",
    "if (x < 10) { return y[x] + 3.14; } // code, with [CLS] and <|im_start|> as plain text",
    "repeat repeat repeat repeat repeat repeat repeat repeat repeat repeat repeat repeat",
    "Who wrote the paper, when was it published, and why did the committee reject it at first?"};

// Files that disappear unless they are kept.
class Temporaries {
 public:
  Temporaries() = default;
  Temporaries(const Temporaries&) = delete;
  Temporaries& operator=(const Temporaries&) = delete;
  ~Temporaries() {
    std::error_code ignored;
    for (const std::string& path : paths_) fs::remove(path, ignored);
  }
  std::string add(const fs::path& folder, const std::string& suffix) {
    paths_.push_back((folder / (".import-" + std::to_string(::getpid()) + suffix)).string());
    return paths_.back();
  }

 private:
  std::vector<std::string> paths_;
};

Status requantise(const std::string& from, const std::string& to, const std::string& weights,
                  int threads) {
  llama_model_quantize_params params = llama_model_quantize_default_params();
  params.nthread = threads;
  params.allow_requantize = true;
  if (weights == "q8_0") params.ftype = LLAMA_FTYPE_MOSTLY_Q8_0;
  if (weights == "bf16") params.ftype = LLAMA_FTYPE_MOSTLY_BF16;
  if (weights == "f16") params.ftype = LLAMA_FTYPE_MOSTLY_F16;
  if (weights == "f32") params.ftype = LLAMA_FTYPE_ALL_F32;
  start_library();
  if (llama_model_quantize(from.c_str(), to.c_str(), &params) == 0) return ok_status();
  return make_error(Code::kInvalidInput, "cannot convert the weights: " + last_library_words(),
                    Where{from, 0, ""});
}

Status convert_bert_folder(const ImportRequest& request, const std::string& gguf,
                           std::string& vocab) {
  const fs::path source(request.source);
  BertCheckpoint checkpoint;
  checkpoint.name = request.name;
  checkpoint.path = (source / "model.safetensors").string();
  const std::string config_path = (source / "config.json").string();
  RAGSIEVE_TRY(const std::string config, read_file(config_path, limits::kConfigBytes));
  RAGSIEVE_TRY(checkpoint.config, read_bert_config(config, config_path));
  const std::string vocab_path = (source / "vocab.txt").string();
  RAGSIEVE_TRY(vocab, read_file(vocab_path, limits::kVocabBytes));
  RAGSIEVE_TRY(const Wordpiece wordpiece, Wordpiece::create(vocab, vocab_path));
  checkpoint.vocabulary = wordpiece.vocabulary();
  RAGSIEVE_TRY(const MappedFile weights, MappedFile::open(checkpoint.path));
  RAGSIEVE_TRY(checkpoint.tensors, read_safetensors(weights.bytes(), checkpoint.path));
  return write_bert_gguf(checkpoint, static_cast<std::size_t>(request.layers), request.pooling,
                         gguf);
}

Status copy_to(const std::string& from, const std::string& to) {
  RAGSIEVE_TRY(const MappedFile bytes, MappedFile::open(from));
  return write_file(to, bytes.bytes());
}

// Sizes of the model in `gguf`, for the manifest.
Status read_sizes(const std::string& gguf, const std::string& source, ModelSpec& spec) {
  start_library();
  llama_model* model = llama_model_load_from_file(gguf.c_str(), llama_model_default_params());
  if (model == nullptr) {
    return make_error(Code::kInvalidInput, "is not a model: " + last_library_words(),
                      Where{source, 0, ""});
  }
  const std::int32_t trained = llama_model_n_ctx_train(model);
  if (trained > 0) spec.max_tokens = std::min(spec.max_tokens, static_cast<std::size_t>(trained));
  if (spec.role != kRoleCausalLm) spec.dim = static_cast<std::size_t>(llama_model_n_embd(model));
  llama_model_free(model);
  return ok_status();
}

Result<Matrix> probe_vectors(LlamaEngine& engine, const std::string& folder, const ModelSpec& spec,
                             const RunOptions& run) {
  RAGSIEVE_TRY(const auto encoder, engine.load_encoder(folder, spec));
  return encoder->encode(kProbes, TextKind::kPassage, run);
}

double cosine_of_units(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

// The vectors of `spec` against those of the f32 weights it was made from.
Status compare_with_f32(LlamaEngine& engine, const std::string& folder, const ModelSpec& spec,
                        const std::string& f32_path, const RunOptions& run) {
  ModelSpec reference = spec;
  reference.file = fs::path(f32_path).filename().string();
  RAGSIEVE_TRY(reference.sha256, sha256_file(f32_path));
  RAGSIEVE_TRY(const Matrix exact, probe_vectors(engine, folder, reference, run));
  RAGSIEVE_TRY(const Matrix made, probe_vectors(engine, folder, spec, run));
  for (std::size_t i = 0; i < exact.n_rows; ++i) {
    const double cosine = cosine_of_units(exact.row(i), made.row(i));
    if (cosine < kSmallestImportCosine) {
      return make_error(Code::kUnavailable,
                        "weights " + spec.weights + " move a vector to cosine " +
                            std::to_string(cosine) + " of its f32 form, expected at least 0.9999");
    }
  }
  return ok_status();
}

// Runs every probe once in the model's role.
Status run_once(LlamaEngine& engine, const std::string& folder, const ModelSpec& spec,
                const RunOptions& run) {
  if (spec.role == kRoleEncoder) {
    RAGSIEVE_TRY(const Matrix vectors, probe_vectors(engine, folder, spec, run));
    return ok_status();
  }
  if (spec.role == kRoleTokenEncoder) {
    RAGSIEVE_TRY(const auto encoder, engine.load_token_encoder(folder, spec));
    for (const std::string_view probe : kProbes) {
      RAGSIEVE_TRY(const TokenVectors tokens, encoder->encode_tokens(probe, 256, run));
    }
    return ok_status();
  }
  RAGSIEVE_TRY(const auto lm, engine.load_causal_lm(folder, spec));
  for (const std::string_view probe : kProbes) {
    RAGSIEVE_TRY(const NllProfile profile, lm->nll(probe, run));
  }
  return ok_status();
}

ModelSpec spec_of(const ImportRequest& request) {
  ModelSpec spec;
  spec.role = request.role;
  spec.weights = request.weights;
  spec.licence = request.licence;
  spec.pooling = request.role == kRoleEncoder ? request.pooling : "none";
  if (request.role == kRoleEncoder) {
    spec.query_prefix = request.query_prefix;
    spec.passage_prefix = request.passage_prefix;
  }
  spec.max_tokens = request.max_tokens;
  spec.layers = request.layers;
  spec.name = request.weights == "keep" ? request.name : request.name + "-" + request.weights;
  return spec;
}

// Files of the entry that `spec` has replaced, where it does not use them itself.
void remove_replaced(const ModelManifest& before, const ModelSpec& spec) {
  for (const ModelSpec& old : before.models) {
    if (old.name != spec.name) continue;
    std::error_code ignored;
    const fs::path folder(before.folder);
    if (old.file != spec.file) fs::remove(folder / old.file, ignored);
    if (!old.vocab_file.empty() && old.vocab_file != spec.vocab_file) {
      fs::remove(folder / old.vocab_file, ignored);
    }
  }
}

// Puts the checked files under their names and enters the model. The names carry the digest of
// the weights, so that an entry of the same model stays whole until the new one is in the manifest.
Status enter(const ImportRequest& request, const std::string& gguf, const std::string& vocab,
             ModelSpec& spec) {
  const fs::path folder(request.models_folder);
  const std::string stem = spec.name + "." + to_hex(spec.sha256).substr(0, 12);
  spec.file = stem + ".gguf";
  RAGSIEVE_CHECK(publish_file(gguf, (folder / spec.file).string()));
  if (!vocab.empty()) {
    spec.vocab_file = stem + ".vocab.txt";
    RAGSIEVE_CHECK(write_file((folder / spec.vocab_file).string(), vocab));
  }
  RAGSIEVE_TRY(const ModelManifest before, read_manifest(request.models_folder));
  RAGSIEVE_CHECK(write_manifest_entry(request.models_folder, spec));
  remove_replaced(before, spec);
  return ok_status();
}

}  // namespace

Result<ModelSpec> import_with_llama(const ImportRequest& request, const RunOptions& run) {
  RAGSIEVE_CHECK(request.validate());
  std::error_code failed;
  fs::create_directories(request.models_folder, failed);
  if (failed) return system_error(failed.value(), "create the folder", request.models_folder);

  Temporaries temporaries;
  const fs::path folder(request.models_folder);
  const std::string f32 = temporaries.add(folder, ".f32.gguf");
  std::string made = f32;
  std::string vocab;
  const bool is_folder = fs::is_directory(request.source);
  ModelSpec spec = spec_of(request);
  run.report("convert", 0, 3);
  if (is_folder) {
    RAGSIEVE_CHECK(convert_bert_folder(request, f32, vocab));
  } else if (request.weights == "keep") {
    RAGSIEVE_CHECK(copy_to(request.source, f32));
  }
  if (request.weights != "keep" && !(is_folder && request.weights == "f32")) {
    made = temporaries.add(folder, ".made.gguf");
    RAGSIEVE_CHECK(
        requantise(is_folder ? f32 : request.source, made, request.weights, run.threads));
  }
  run.report("verify", 1, 3);
  RAGSIEVE_CHECK(read_sizes(made, request.source, spec));
  spec.file = fs::path(made).filename().string();
  RAGSIEVE_TRY(spec.sha256, sha256_file(made));
  if (!vocab.empty()) {
    spec.vocab_file = fs::path(temporaries.add(folder, ".vocab.txt")).filename().string();
    spec.vocab_sha256 = sha256(vocab);
    RAGSIEVE_CHECK(write_file((folder / spec.vocab_file).string(), vocab));
  }
  RAGSIEVE_TRY(const auto engine, LlamaEngine::create(run.threads));
  RAGSIEVE_CHECK(run_once(*engine, request.models_folder, spec, run));
  run.report("compare", 2, 3);
  if (is_folder && made != f32 && spec.role == kRoleEncoder) {
    RAGSIEVE_CHECK(compare_with_f32(*engine, request.models_folder, spec, f32, run));
  }
  RAGSIEVE_CHECK(enter(request, made, vocab, spec));
  return spec;
}

}  // namespace ragsieve
