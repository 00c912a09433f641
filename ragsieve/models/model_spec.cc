#include "ragsieve/models/model_spec.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "ragsieve/base/file.h"
#include "ragsieve/base/limits.h"
#include "ragsieve/config/toml.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/json/value.h"
#include "ragsieve/text/wordpiece.h"

namespace ragsieve {
namespace {

constexpr std::string_view kManifest = "manifest.toml";
constexpr std::size_t kMaxTokens = 1 << 20;

std::string manifest_path(const std::string& folder) {
  return (std::filesystem::path(folder) / kManifest).string();
}

Error corrupt(const std::string& path, std::string field, std::string message) {
  return make_error(Code::kCorrupt, std::move(message), Where{path, 0, std::move(field)});
}

// Reads the members of one [[model]] table; the first problem is kept.
class EntryReader {
 public:
  EntryReader(const json::Value& table, std::string path, std::size_t index)
      : table_(table), path_(std::move(path)), prefix_("model[" + std::to_string(index) + "].") {}

  std::string text(std::string_view name) {
    const json::Value* value = table_.find(name);
    if (value != nullptr && value->string() != nullptr) return *value->string();
    fail(name, "expected a string");
    return "";
  }

  std::size_t number(std::string_view name) {
    const json::Value* value = table_.find(name);
    const bool fits = value != nullptr && value->is_number() && value->number() >= 0 &&
                      value->number() <= static_cast<double>(kMaxTokens);
    if (fits) return static_cast<std::size_t>(value->number());
    fail(name, "expected a number from 0 to " + std::to_string(kMaxTokens));
    return 0;
  }

  Digest digest(std::string_view name) {
    const std::string hex = text(name);
    if (hex.empty()) return {};
    const std::optional<Digest> digest = digest_from_hex(hex);
    if (!digest) fail(name, "expected 64 hexadecimal digits");
    return digest.value_or(Digest{});
  }

  // A file name inside the folder: a path that leaves it is refused.
  std::string file(std::string_view name) {
    std::string value = text(name);
    if (value.find('/') != std::string::npos || value == "..") {
      fail(name, "expected a file name without folders");
    }
    return value;
  }

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  void fail(std::string_view name, std::string message) {
    if (!error_) error_ = corrupt(path_, prefix_ + std::string(name), std::move(message));
  }

  const json::Value& table_;
  std::string path_;
  std::string prefix_;
  std::optional<Error> error_;
};

Result<ModelSpec> read_entry(const json::Value& table, const std::string& path, std::size_t index) {
  EntryReader reader(table, path, index);
  ModelSpec spec;
  spec.name = reader.text("name");
  spec.role = reader.text("role");
  spec.file = reader.file("file");
  spec.sha256 = reader.digest("sha256");
  spec.vocab_file = reader.file("vocab_file");
  spec.vocab_sha256 = reader.digest("vocab_sha256");
  spec.licence = reader.text("licence");
  spec.weights = reader.text("weights");
  spec.pooling = reader.text("pooling");
  spec.query_prefix = reader.text("query_prefix");
  spec.passage_prefix = reader.text("passage_prefix");
  spec.max_tokens = reader.number("max_tokens");
  spec.layers = static_cast<int>(reader.number("layers"));
  spec.dim = reader.number("dim");
  if (reader.error()) return *reader.error();
  return spec;
}

json::Value entry_of(const ModelSpec& spec) {
  const bool has_vocab = !spec.vocab_file.empty();
  return json::Object{
      {"name", spec.name},
      {"role", spec.role},
      {"file", spec.file},
      {"sha256", to_hex(spec.sha256)},
      {"vocab_file", spec.vocab_file},
      {"vocab_sha256", has_vocab ? to_hex(spec.vocab_sha256) : std::string()},
      {"licence", spec.licence},
      {"weights", spec.weights},
      {"pooling", spec.pooling},
      {"query_prefix", spec.query_prefix},
      {"passage_prefix", spec.passage_prefix},
      {"max_tokens", static_cast<std::int64_t>(spec.max_tokens)},
      {"layers", std::int64_t{spec.layers}},
      {"dim", static_cast<std::int64_t>(spec.dim)},
  };
}

Status verify_file(const std::string& path, const Digest& expected) {
  RAGSIEVE_TRY(const Digest found, sha256_file(path));
  if (found == expected) return ok_status();
  return corrupt(path, "",
                 "has sha256 " + to_hex(found) + ", the manifest says " + to_hex(expected) +
                     "; import the model again (scripts/models.sh)");
}

}  // namespace

Result<ModelSpec> ModelManifest::find(std::string_view name, std::string_view role) const {
  for (const ModelSpec& spec : models) {
    if (spec.name != name) continue;
    if (spec.role == role) return spec;
    return make_error(Code::kUnavailable, "model " + spec.name + " has the role " + spec.role +
                                              ", expected " + std::string(role) +
                                              "; see `ragsieve models list`");
  }
  return make_error(Code::kUnavailable,
                    "model " + std::string(name) + " (" + std::string(role) + ") is not in " +
                        folder +
                        "; run scripts/models.sh, or `ragsieve models import PATH --role " +
                        std::string(role) + " --name NAME`");
}

Result<ModelManifest> read_manifest(const std::string& folder) {
  ModelManifest manifest{folder, {}};
  const std::string path = manifest_path(folder);
  Result<std::string> bytes = read_file(path, limits::kConfigBytes);
  if (!bytes.ok() && bytes.error().code == Code::kNotFound) return manifest;
  RAGSIEVE_TRY(const std::string text, std::move(bytes));
  RAGSIEVE_TRY(const json::Value root, parse_toml(text, path));
  const json::Value* models = root.find("model");
  if (models == nullptr) return manifest;
  if (models->array() == nullptr) return corrupt(path, "model", "expected an array of tables");
  for (std::size_t i = 0; i < models->array()->size(); ++i) {
    RAGSIEVE_TRY(ModelSpec spec, read_entry((*models->array())[i], path, i));
    manifest.models.push_back(std::move(spec));
  }
  return manifest;
}

Status write_manifest_entry(const std::string& folder, const ModelSpec& spec) {
  RAGSIEVE_TRY(ModelManifest manifest, read_manifest(folder));
  std::erase_if(manifest.models, [&](const ModelSpec& old) { return old.name == spec.name; });
  manifest.models.push_back(spec);
  std::ranges::sort(manifest.models, {}, &ModelSpec::name);
  json::Array entries;
  for (const ModelSpec& entry : manifest.models) entries.push_back(entry_of(entry));
  const json::Value root = json::Object{{"model", std::move(entries)}};
  return write_file(manifest_path(folder), dump_toml(root));
}

Status verify_files(const std::string& folder, const ModelSpec& spec) {
  const std::filesystem::path base(folder);
  RAGSIEVE_CHECK(verify_file((base / spec.file).string(), spec.sha256));
  if (spec.vocab_file.empty()) return ok_status();
  return verify_file((base / spec.vocab_file).string(), spec.vocab_sha256);
}

ModelIdentity identity_of(const ModelSpec& spec, std::string_view engine) {
  ModelIdentity identity;
  identity.name = spec.name;
  identity.file_digest = spec.sha256;
  identity.engine = engine;
  identity.tokenizer =
      spec.vocab_file.empty() ? "gguf" : wordpiece_version() + ":" + to_hex(spec.vocab_sha256);
  identity.max_tokens = spec.max_tokens;
  identity.pooling = spec.pooling;
  identity.query_prefix = spec.query_prefix;
  identity.passage_prefix = spec.passage_prefix;
  identity.layer = spec.layers;
  identity.dim = spec.dim;
  return identity;
}

}  // namespace ragsieve
