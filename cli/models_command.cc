#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/commands.h"
#include "ragsieve/base/digest.h"
#include "ragsieve/json/value.h"
#include "ragsieve/pipeline/models.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve::cli {
namespace {

struct ModelsFlags {
  CommonFlags common;
  std::string format = "text";
  ImportRequest request;
};

json::Value listing_value(const ModelListing& listing) {
  const ModelSpec& spec = listing.spec;
  return json::Object{{"type", "model"},
                      {"name", spec.name},
                      {"role", spec.role},
                      {"weights", spec.weights},
                      {"file", spec.file},
                      {"sha256", to_hex(spec.sha256)},
                      {"licence", spec.licence},
                      {"pooling", spec.pooling},
                      {"layers", std::int64_t{spec.layers}},
                      {"max_tokens", static_cast<std::int64_t>(spec.max_tokens)},
                      {"dim", static_cast<std::int64_t>(spec.dim)},
                      {"state", listing.state}};
}

std::string listing_line(const ModelListing& listing) {
  const ModelSpec& spec = listing.spec;
  char line[256];
  std::snprintf(line, sizeof(line), "%-32s %-14s %-6s %-12s %-8s %.16s...", spec.name.c_str(),
                spec.role.c_str(), spec.weights.c_str(), spec.licence.c_str(),
                listing.state.c_str(), to_hex(spec.sha256).c_str());
  return visible(line) + "\n";
}

std::string listing_text(const std::vector<ModelListing>& listings, const ModelsFlags& flags,
                         const std::string& folder) {
  std::string out;
  if (flags.format == "json") {
    json::Array models;
    for (const ModelListing& listing : listings) models.push_back(listing_value(listing));
    return json::dump(json::Object{{"folder", folder}, {"models", std::move(models)}}) + "\n";
  }
  for (const ModelListing& listing : listings) {
    out +=
        flags.format == "jsonl" ? json::dump(listing_value(listing)) + "\n" : listing_line(listing);
  }
  if (listings.empty() && flags.format == "text") {
    out = "no models in " + visible(folder) + "; scripts/models.sh brings the defaults\n";
  }
  return out;
}

Result<int> run_list(const ModelsFlags& flags) {
  RAGSIEVE_TRY(const auto command, CommandRun::start(flags.common));
  const std::string folder = command->config().models.dir;
  RAGSIEVE_TRY(const std::vector<ModelListing> listings, list_models(folder));
  RAGSIEVE_CHECK(write_stdout(listing_text(listings, flags, folder)));
  RAGSIEVE_CHECK(flush_stdout());
  bool unusable = false;
  for (const ModelListing& listing : listings) unusable = unusable || listing.state != "ok";
  return finished(false, unusable);
}

Result<int> run_import(ModelsFlags flags) {
  RAGSIEVE_TRY(const auto command, CommandRun::start(flags.common));
  flags.request.models_folder = command->config().models.dir;
  RAGSIEVE_TRY(const ModelSpec spec, model_importer()(flags.request, command->options()));
  command->end_progress();
  RAGSIEVE_CHECK(write_stdout("imported " + spec.name + " (" + spec.role + ") into " +
                              visible(flags.request.models_folder) + "\nsha256 " +
                              to_hex(spec.sha256) + "\n"));
  RAGSIEVE_CHECK(flush_stdout());
  return 0;
}

void add_import(CLI::App& models, int& exit) {
  auto flags = std::make_shared<ModelsFlags>();
  CLI::App* command =
      models.add_subcommand("import",
                            "Convert and check a model: a BERT folder (config.json, vocab.txt, "
                            "model.safetensors) or a GGUF file");
  ImportRequest& request = flags->request;
  command->add_option("path", request.source, "The folder or file")->required();
  command->add_option("--name", request.name, "Name; the weight type is appended")->required();
  command->add_option("--role", request.role, "encoder, token_encoder or causal_lm")->required();
  command->add_option("--weights", request.weights,
                      "f32, bf16, f16, q8_0, or keep (GGUF as it is)");
  command->add_option("--layers", request.layers, "Token encoder: keep the first blocks; 0: all");
  command->add_option("--licence", request.licence, "Licence of the weights (SPDX name)");
  command->add_option("--pooling", request.pooling, "Encoder: mean or cls");
  command->add_option("--query-prefix", request.query_prefix, "Put before each query");
  command->add_option("--passage-prefix", request.passage_prefix, "Put before each passage");
  command->add_option("--max-tokens", request.max_tokens, "Longest text, specials counted");
  add_common_flags(*command, flags->common);
  command->callback([flags, &exit] {
    exit = run_timed("import", flags->common.quiet, [&] { return run_import(*flags); });
  });
}

}  // namespace

void add_models_command(CLI::App& app, int& exit) {
  CLI::App* models = app.add_subcommand("models", "The models folder: list, import");
  models->require_subcommand(1);
  auto flags = std::make_shared<ModelsFlags>();
  CLI::App* list = models->add_subcommand("list", "What is there, and whether its files are whole");
  list->add_option("--format", flags->format, "text, json or jsonl")
      ->check(CLI::IsMember({"text", "json", "jsonl"}));
  add_common_flags(*list, flags->common);
  list->callback([flags, &exit] {
    const Result<int> result = run_list(*flags);
    exit = result.ok() ? *result : fail(result.error());
  });
  add_import(*models, exit);
}

}  // namespace ragsieve::cli
