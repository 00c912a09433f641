// The typed configuration: one TOML file, every key overridable by RAGSIEVE__SECTION__KEY. An
// unknown key or a value out of range is an error; keys.cc holds the one table of keys.
// A value: safe to copy; loading is thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"

namespace ragsieve {

enum class ConfigSource { kDefault, kFile, kEnvironment };

// Paths are taken as they are: relative ones start at the working directory.
struct Config {
  struct Run {
    std::uint64_t threads = 0;       // 0: all cores
    std::uint64_t memory_bytes = 0;  // 0: no limit
  } run;
  struct Models {
    std::string dir;  // $XDG_DATA_HOME/ragsieve/models
    std::string encoder = "all-minilm-l6-v2-f32";
    std::string encoder_engine = "llama";  // "llama"; "onednn": f32; "onednn-bf16": BF16
    std::string token_encoder = "all-minilm-l6-v2-l4-f32";
    std::string causal_lm = "smollm2-135m-instruct-q8_0";
  } models;
  struct Cache {
    std::string path;  // $XDG_CACHE_HOME/ragsieve/cache.sqlite
    std::uint64_t max_bytes = std::uint64_t{8} << 30;
    bool enabled = true;
  } cache;
  struct State {
    std::string dir;               // $XDG_STATE_HOME/ragsieve
    std::string postgres;          // secret: libpq's connection string; empty: SQLite in `dir`
    std::uint64_t keep_days = 90;  // that texts stay of which nobody waits for a decision
  } state;
  struct Output {
    std::string show_text = "auto";  // "auto": at a terminal; "on"; "off"
  } output;
  struct Audit {  // the neighbourhood is RSG's, methods.md section 2; `paper` reads none of it
    std::string profile = "default";
    double alpha = 0.01;  // share of a clean corpus that is flagged at most
    std::uint64_t k_g = 16;
    double tau_e = 0.85;
    double tau_l = 0.60;
    std::uint64_t strongest = 4;
  } audit;
  struct Filter {  // the `default` profile; `paper` keeps the published numbers
    std::string profile = "default";
    std::uint64_t k = 5;   // candidates
    std::uint64_t n = 40;  // inspected ranks at most
    double alpha = 0.01;   // share of clean candidates that is flagged
  } filter;

  struct Gate {                           // screen
    std::string policy;                   // TOML, see docs; empty: the built-in one
    std::string rules;                    // TOML of injection rules beside the built-in ones
    std::uint64_t chunk_size = 500;       // characters, as the target RAG cuts
    std::uint64_t chunk_overlap = 50;     //
    std::uint64_t top_k = 5;              // chunks that the target RAG's reader sees
    std::uint64_t max_bytes = 1U << 20U;  // of a document; a longer one is refused
    std::uint64_t corpus_probes = 200;    // questions made of the corpus where none are given
    std::uint64_t candidate_probes = 8;   // made of each candidate and its neighbours
    std::uint64_t calibration_documents = 2000;  // scored leave-one-out; 0: all
    std::uint64_t recent_days = 30;  // that an admitted document stays evidence; 0: none
    std::uint64_t seed = 0;          // of the forest and of that draw
  } gate;
  struct Evidence {
    std::string key;        // private key that seals; empty: reports are written unsealed
    bool required = false;  // without a seal nothing is admitted
    std::string seal_dir;   // where reports go; empty: none are written
  } evidence;

  // An encoder or a generator behind an OpenAI-compatible endpoint (Ollama, vLLM, llama-server).
  struct Endpoint {
    std::string url;           // up to and with "/v1"; http or https
    std::string model;         // as the endpoint names it
    std::string api_key;       // secret; better from the environment or a file
    std::string api_key_file;  // one line; read where api_key is empty
    std::uint64_t timeout_ms = 60'000;
    std::uint64_t retries = 2;  // of what may pass: no connection, 429, 5xx
  };
  struct Encoder {
    std::string kind = "llama";  // "llama": models.encoder; "openai": the endpoint's /embeddings
    Endpoint endpoint;
    std::uint64_t dim = 0;           // of the endpoint's vectors; it must be said
    std::uint64_t max_tokens = 512;  // where the endpoint cuts; recorded
    std::uint64_t batch = 32;        // texts a request
    std::string query_prefix;
    std::string passage_prefix;
  } encoder;
  struct Generator {
    std::string kind = "extractive";  // "extractive", "llama", "openai"
    Endpoint endpoint;                // openai; llama: model is a name in the models' manifest
    std::uint64_t max_tokens = 128;   // new tokens at most
  } generator;

  struct Server {                           // serve
    std::string listen = "127.0.0.1:8080";  // addresses and unix:PATH, with commas between them
    bool open_locally = false;              // programs of this machine need no key
    std::string tls_certificate;            // PEM; with tls_key: TCP addresses speak TLS alone
    std::string tls_key;                    // PEM, for its owner alone
    std::string corpora_dir;                // below which corpora lie; empty: none can be had
    std::string trust;               // file of the keys that /v1/verify believes beside the own one
    std::uint64_t open_corpora = 4;  // kept in memory
    std::uint64_t body_bytes = std::uint64_t{24} << 20;  // of one request
    std::uint64_t connections = 12'000;
    std::uint64_t waiting = 32;    // requests that wait for a model; more are answered 503
    std::uint64_t drain_s = 30;    // for what is being worked on when it is asked to stop
    std::string webhook_key;       // secret, shared with who monitors tell; better from a file
    std::string webhook_key_file;  // one line; read where webhook_key is empty
  } server;

  std::string file;                                          // the file that was read; empty: none
  std::map<std::string, ConfigSource, std::less<>> sources;  // by "section.key"; absent: default

  // Where the key's value comes from, so that a profile can tell a number that was chosen.
  [[nodiscard]] ConfigSource source(std::string_view name) const {
    const auto found = sources.find(name);
    return found == sources.end() ? ConfigSource::kDefault : found->second;
  }
};

// Reads `path`, or without one $XDG_CONFIG_HOME/ragsieve/config.toml where that is there, then the
// overrides. `environment` holds "NAME=value" strings. Errors: kNotFound and kIo of the file,
// kTooLarge, kInvalidConfig with the key in `where.field`, the line where there is one, what was
// found and what is expected.
[[nodiscard]] Result<Config> load_config(const std::optional<std::string>& path,
                                         std::span<const std::string> environment);

// The same from TOML text that has been read already; `path` is named in errors.
[[nodiscard]] Result<Config> parse_config(std::string_view text, const std::string& path,
                                          std::span<const std::string> environment);

// This process's environment, for load_config. Not while another thread changes it.
[[nodiscard]] std::vector<std::string> process_environment();

// Every key with its value in TOML (a secret masked) and where that comes from: "default", "file",
// "environment".
struct ConfigEntry {
  std::string section;
  std::string key;
  std::string value;
  std::string source;
};
[[nodiscard]] std::vector<ConfigEntry> config_entries(const Config& config);

// TOML text with every key and, as a comment, where its value comes from; secrets are masked.
[[nodiscard]] std::string effective_config(const Config& config);

}  // namespace ragsieve
