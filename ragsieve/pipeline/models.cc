#include "ragsieve/pipeline/models.h"

#include <utility>

namespace ragsieve {
namespace {

std::string state_of(const Status& verified) {
  if (verified.ok()) return "ok";
  return verified.error().code == Code::kNotFound ? "missing" : "damaged";
}

}  // namespace

Result<std::vector<ModelListing>> list_models(const std::string& folder) {
  RAGSIEVE_TRY(ModelManifest manifest, read_manifest(folder));
  std::vector<ModelListing> listings;
  for (ModelSpec& spec : manifest.models) {
    std::string state = state_of(verify_files(folder, spec));
    listings.push_back({std::move(spec), std::move(state)});
  }
  return listings;
}

}  // namespace ragsieve
