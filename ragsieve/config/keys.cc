// A new key is a member of Config and a row here; nothing else lists the keys.
#include "ragsieve/config/keys.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "ragsieve/base/limits.h"
#include "ragsieve/config/toml.h"

namespace ragsieve {
namespace {

using json::Value;

constexpr std::array<std::string_view, 2> kProfiles = {"paper", "default"};
constexpr std::array<std::string_view, 3> kShowText = {"auto", "on", "off"};
constexpr std::array<std::string_view, 2> kEncoders = {"llama", "openai"};
constexpr std::array<std::string_view, 3> kEncoderEngines = {"llama", "onednn", "onednn-bf16"};
constexpr std::array<std::string_view, 3> kGenerators = {"extractive", "llama", "openai"};
constexpr double kMostBytes = 0x1p50;
constexpr double kMostThreads = limits::kThreads;
constexpr double kMostDocuments = limits::kContextDocuments;

constexpr double kMostTimeoutMs = 3'600'000;
constexpr double kMostTokens = 32'768;

#define RAGSIEVE_FIELD(path) [](Config& config) -> auto& { return config.path; }

// A text that may stay unset.
constexpr ConfigKey optional_text(std::string_view section, std::string_view key, TextField field) {
  return {section, key, field, 0, 0, {}, false, true};
}

constexpr ConfigKey optional_path(std::string_view section, std::string_view key, TextField field) {
  return {section, key, field, 0, 0, {}, false, true, true};
}

// clang-format off
constexpr ConfigKey kKeys[] = {
    {"run", "threads", IntegerField(RAGSIEVE_FIELD(run.threads)), 0, kMostThreads},
    {"run", "memory_bytes", IntegerField(RAGSIEVE_FIELD(run.memory_bytes)), 0, kMostBytes},
    {"models", "dir", TextField(RAGSIEVE_FIELD(models.dir))},
    {"models", "encoder", TextField(RAGSIEVE_FIELD(models.encoder))},
    {"models", "encoder_engine", TextField(RAGSIEVE_FIELD(models.encoder_engine)), 0, 0, kEncoderEngines},
    {"models", "token_encoder", TextField(RAGSIEVE_FIELD(models.token_encoder))},
    {"models", "causal_lm", TextField(RAGSIEVE_FIELD(models.causal_lm))},
    {"cache", "path", TextField(RAGSIEVE_FIELD(cache.path))},
    {"cache", "max_bytes", IntegerField(RAGSIEVE_FIELD(cache.max_bytes)), 0x1p20, kMostBytes},
    {"cache", "enabled", BooleanField(RAGSIEVE_FIELD(cache.enabled))},
    {"state", "dir", TextField(RAGSIEVE_FIELD(state.dir))},
    {"state", "postgres", TextField(RAGSIEVE_FIELD(state.postgres)), 0, 0, {}, true, true},
    {"state", "keep_days", IntegerField(RAGSIEVE_FIELD(state.keep_days)), 0, 36'500},
    {"output", "show_text", TextField(RAGSIEVE_FIELD(output.show_text)), 0, 0, kShowText},
    {"audit", "profile", TextField(RAGSIEVE_FIELD(audit.profile)), 0, 0, kProfiles},
    {"audit", "alpha", RealField(RAGSIEVE_FIELD(audit.alpha)), 1e-6, 0.5},
    {"audit", "k_g", IntegerField(RAGSIEVE_FIELD(audit.k_g)), 1, 1024},
    {"audit", "tau_e", RealField(RAGSIEVE_FIELD(audit.tau_e)), -1, 1},
    {"audit", "tau_l", RealField(RAGSIEVE_FIELD(audit.tau_l)), 0, 1},
    {"audit", "strongest", IntegerField(RAGSIEVE_FIELD(audit.strongest)), 1, 1024},
    {"filter", "profile", TextField(RAGSIEVE_FIELD(filter.profile)), 0, 0, kProfiles},
    {"filter", "k", IntegerField(RAGSIEVE_FIELD(filter.k)), 1, kMostDocuments},
    {"filter", "n", IntegerField(RAGSIEVE_FIELD(filter.n)), 2, kMostDocuments},
    {"filter", "alpha", RealField(RAGSIEVE_FIELD(filter.alpha)), 1e-9, 0.5},
    {"gate", "chunk_size", IntegerField(RAGSIEVE_FIELD(gate.chunk_size)), 1, 100'000},
    {"gate", "chunk_overlap", IntegerField(RAGSIEVE_FIELD(gate.chunk_overlap)), 0, 99'999},
    {"gate", "top_k", IntegerField(RAGSIEVE_FIELD(gate.top_k)), 1, 64},
    {"gate", "max_bytes", IntegerField(RAGSIEVE_FIELD(gate.max_bytes)), 1, limits::kDocumentBytes},
    {"gate", "corpus_probes", IntegerField(RAGSIEVE_FIELD(gate.corpus_probes)), 1, 1'000'000},
    {"gate", "candidate_probes", IntegerField(RAGSIEVE_FIELD(gate.candidate_probes)), 0, 100},
    {"gate", "calibration_documents", IntegerField(RAGSIEVE_FIELD(gate.calibration_documents)), 0, 1e9},
    {"gate", "recent_days", IntegerField(RAGSIEVE_FIELD(gate.recent_days)), 0, 3650},
    {"gate", "seed", IntegerField(RAGSIEVE_FIELD(gate.seed)), 0, 0x1p53},
    optional_text("gate", "policy", RAGSIEVE_FIELD(gate.policy)),
    optional_text("gate", "rules", RAGSIEVE_FIELD(gate.rules)),
    optional_text("evidence", "key", RAGSIEVE_FIELD(evidence.key)),
    {"evidence", "required", BooleanField(RAGSIEVE_FIELD(evidence.required))},
    optional_text("evidence", "seal_dir", RAGSIEVE_FIELD(evidence.seal_dir)),
    {"encoder", "kind", TextField(RAGSIEVE_FIELD(encoder.kind)), 0, 0, kEncoders},
    optional_text("encoder", "url", RAGSIEVE_FIELD(encoder.endpoint.url)),
    optional_text("encoder", "model", RAGSIEVE_FIELD(encoder.endpoint.model)),
    optional_text("encoder", "api_key", RAGSIEVE_FIELD(encoder.endpoint.api_key)),
    optional_text("encoder", "api_key_file", RAGSIEVE_FIELD(encoder.endpoint.api_key_file)),
    {"encoder", "timeout_ms", IntegerField(RAGSIEVE_FIELD(encoder.endpoint.timeout_ms)), 1, kMostTimeoutMs},
    {"encoder", "retries", IntegerField(RAGSIEVE_FIELD(encoder.endpoint.retries)), 0, 10},
    {"encoder", "dim", IntegerField(RAGSIEVE_FIELD(encoder.dim)), 0, limits::kDimension},
    {"encoder", "max_tokens", IntegerField(RAGSIEVE_FIELD(encoder.max_tokens)), 1, kMostTokens},
    {"encoder", "batch", IntegerField(RAGSIEVE_FIELD(encoder.batch)), 1, 1024},
    optional_text("encoder", "query_prefix", RAGSIEVE_FIELD(encoder.query_prefix)),
    optional_text("encoder", "passage_prefix", RAGSIEVE_FIELD(encoder.passage_prefix)),
    {"generator", "kind", TextField(RAGSIEVE_FIELD(generator.kind)), 0, 0, kGenerators},
    optional_text("generator", "url", RAGSIEVE_FIELD(generator.endpoint.url)),
    optional_text("generator", "model", RAGSIEVE_FIELD(generator.endpoint.model)),
    optional_text("generator", "api_key", RAGSIEVE_FIELD(generator.endpoint.api_key)),
    optional_text("generator", "api_key_file", RAGSIEVE_FIELD(generator.endpoint.api_key_file)),
    {"generator", "timeout_ms", IntegerField(RAGSIEVE_FIELD(generator.endpoint.timeout_ms)), 1, kMostTimeoutMs},
    {"generator", "retries", IntegerField(RAGSIEVE_FIELD(generator.endpoint.retries)), 0, 10},
    {"generator", "max_tokens", IntegerField(RAGSIEVE_FIELD(generator.max_tokens)), 1, 4096},
    {"server", "listen", TextField(RAGSIEVE_FIELD(server.listen))},
    {"server", "open_locally", BooleanField(RAGSIEVE_FIELD(server.open_locally))},
    optional_path("server", "tls_certificate", RAGSIEVE_FIELD(server.tls_certificate)),
    optional_path("server", "tls_key", RAGSIEVE_FIELD(server.tls_key)),
    optional_text("server", "corpora_dir", RAGSIEVE_FIELD(server.corpora_dir)),
    optional_text("server", "trust", RAGSIEVE_FIELD(server.trust)),
    {"server", "open_corpora", IntegerField(RAGSIEVE_FIELD(server.open_corpora)), 1, 1000},
    {"server", "body_bytes", IntegerField(RAGSIEVE_FIELD(server.body_bytes)), 1024, 0x1p30},
    {"server", "connections", IntegerField(RAGSIEVE_FIELD(server.connections)), 1, 1'000'000},
    {"server", "waiting", IntegerField(RAGSIEVE_FIELD(server.waiting)), 1, 100'000},
    {"server", "drain_s", IntegerField(RAGSIEVE_FIELD(server.drain_s)), 0, 3600},
    optional_text("server", "webhook_key", RAGSIEVE_FIELD(server.webhook_key)),
    optional_text("server", "webhook_key_file", RAGSIEVE_FIELD(server.webhook_key_file)),
};
// clang-format on

#undef RAGSIEVE_FIELD

std::string upper_case(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return upper;
}

std::string expected(const ConfigKey& key) {
  const std::string range =
      std::get_if<IntegerField>(&key.field) != nullptr
          ? json::dump(Value(static_cast<std::uint64_t>(key.least))) + " to " +
                json::dump(Value(static_cast<std::uint64_t>(key.most)))
          : json::dump(Value(key.least)) + " to " + json::dump(Value(key.most));
  if (std::holds_alternative<BooleanField>(key.field)) return "true or false";
  if (std::holds_alternative<IntegerField>(key.field)) return "an integer from " + range;
  if (std::holds_alternative<RealField>(key.field)) return "a number from " + range;
  if (key.optional) return "a text without control characters";
  if (key.choices.empty()) return "a text that is not empty and has no control characters";
  std::string list;
  for (const std::string_view choice : key.choices) {
    if (!list.empty()) list += ", ";
    list += dump_toml_value(choice);
  }
  return "one of " + list;
}

std::string found(const ConfigKey& key, const Value& value) {
  if (is_secret(key)) return "a value that is not shown";
  if (value.array() != nullptr) return "an array";
  if (value.object() != nullptr) return "a table";
  return dump_toml_value(value);
}

bool is_text(const ConfigKey& key, const std::string& text) {
  if (!key.choices.empty()) return std::ranges::find(key.choices, text) != key.choices.end();
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  return (key.optional || !text.empty()) && std::ranges::none_of(text, control);
}

// Each sets the field where the value is one of its type and range, and says whether it did.
struct Setter {
  const ConfigKey& key;
  const Value& value;
  Config& config;

  [[nodiscard]] bool in_range() const {
    return value.number() >= key.least && value.number() <= key.most;
  }
  bool operator()(TextField field) const {
    const std::string* text = value.string();
    if (text == nullptr || !is_text(key, *text)) return false;
    field(config) = *text;
    return true;
  }
  bool operator()(BooleanField field) const {
    const bool* boolean = value.boolean();
    if (boolean == nullptr) return false;
    field(config) = *boolean;
    return true;
  }
  bool operator()(IntegerField field) const {
    const auto* integer = std::get_if<std::int64_t>(&value.storage());
    if (integer == nullptr || !in_range()) return false;
    field(config) = static_cast<std::uint64_t>(*integer);
    return true;
  }
  bool operator()(RealField field) const {
    if (!value.is_number() || !in_range()) return false;  // NaN is in no range
    field(config) = value.number();
    return true;
  }
};

template <typename Number>
std::optional<Number> number_from_text(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::span<const ConfigKey> config_keys() { return kKeys; }

const ConfigKey* find_config_key(std::string_view section, std::string_view key) {
  for (const ConfigKey& known : config_keys()) {
    if (known.section == section && known.key == key) return &known;
  }
  return nullptr;
}

std::string full_name(const ConfigKey& key) {
  return std::string(key.section) + "." + std::string(key.key);
}

std::string variable_name(const ConfigKey& key) {
  return "RAGSIEVE__" + upper_case(key.section) + "__" + upper_case(key.key);
}

bool is_secret(const ConfigKey& key) {
  if (key.path) return false;
  return key.secret || key.key.ends_with("_key") || key.key.ends_with("_token") ||
         key.key.ends_with("_password");
}

Status set_value(const ConfigKey& key, const Value& value, Config& config) {
  if (std::visit(Setter{key, value, config}, key.field)) return ok_status();
  return make_error(Code::kInvalidConfig,
                    "found " + found(key, value) + ", expected " + expected(key),
                    Where{"", 0, full_name(key)});
}

Value value_from_text(const ConfigKey& key, std::string_view text) {
  if (std::holds_alternative<BooleanField>(key.field)) {
    if (text == "true") return true;
    if (text == "false") return false;
  }
  if (std::holds_alternative<IntegerField>(key.field)) {
    if (const auto number = number_from_text<std::int64_t>(text)) return *number;
  }
  if (std::holds_alternative<RealField>(key.field)) {
    if (const auto number = number_from_text<double>(text)) return *number;
  }
  return text;
}

std::string print_value(const ConfigKey& key, const Config& config) {
  Config copy = config;  // the fields reach into what they may change
  const Value value = std::visit([&](auto field) { return Value(field(copy)); }, key.field);
  const bool is_set = value.string() == nullptr || !value.string()->empty();
  return is_secret(key) && is_set ? "\"********\"" : dump_toml_value(value);
}

}  // namespace ragsieve
