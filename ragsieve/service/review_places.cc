#include "ragsieve/service/review_places.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "ragsieve/json/reader.h"
#include "ragsieve/json/value.h"

namespace ragsieve {
namespace {

constexpr std::array kOutcomes{ReviewOutcome::kDecided, ReviewOutcome::kUnknown,
                               ReviewOutcome::kNotWaiting, ReviewOutcome::kAlreadyDecided,
                               ReviewOutcome::kReportChanged};

Error bad_place() {
  return make_error(Code::kCorrupt, "the place of the first answer in the state cannot be read");
}

Result<ReviewResult> result_at(Stores& stores, const std::string& document,
                               const json::Value& place) {
  if (place.array() == nullptr || place.array()->size() != 2) return bad_place();
  const json::Value& second = place.array()->back();
  const auto outcome = std::ranges::find_if(kOutcomes, [&](ReviewOutcome known) {
    const std::string* name = place.array()->front().string();
    return name != nullptr && *name == outcome_name(known);
  });
  if (outcome == kOutcomes.end()) return bad_place();
  ReviewResult result{document, *outcome, {}, ""};
  if (*outcome != ReviewOutcome::kDecided) {
    if (second.string() == nullptr) return bad_place();
    result.detail = *second.string();
    return result;
  }
  const auto* sequence = std::get_if<std::int64_t>(&second.storage());
  if (sequence == nullptr) return bad_place();
  RAGSIEVE_TRY(const auto found, stores.decisions.of_document(document, {*sequence + 1, 1}));
  if (found.empty() || found.front().sequence != *sequence) return bad_place();
  result.decision = found.front();
  return result;
}

}  // namespace

std::string place_of_results(const std::vector<ReviewResult>& results) {
  const bool any = std::ranges::any_of(results, [](const ReviewResult& result) {
    return result.outcome == ReviewOutcome::kDecided;
  });
  if (!any) return "";
  json::Array places;
  for (const ReviewResult& result : results) {
    const bool decided = result.outcome == ReviewOutcome::kDecided;
    places.emplace_back(
        json::Array{outcome_name(result.outcome),
                    decided ? json::Value(result.decision.sequence) : json::Value(result.detail)});
  }
  return json::dump(places);
}

Result<std::vector<ReviewResult>> results_at(Stores& stores,
                                             const std::vector<std::string>& documents,
                                             const std::string& place) {
  RAGSIEVE_TRY(const json::Value places, json::Reader().parse(place));
  if (places.array() == nullptr || places.array()->size() != documents.size()) return bad_place();
  std::vector<ReviewResult> results;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    RAGSIEVE_TRY(ReviewResult result, result_at(stores, documents[i], (*places.array())[i]));
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace ragsieve
