#include "ragsieve/detect/shared_conflicts.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "ragsieve/detect/conflict_partners.h"
#include "ragsieve/detect/fact_context.h"
#include "ragsieve/detect/fact_differences.h"
#include "ragsieve/index/similarity.h"

namespace ragsieve {
namespace {

constexpr std::size_t kSharedWords = 2;
constexpr double kTellingCount = 100;  // a smaller count without a unit is shared by chance

FactSentence sentence_of(const EncodedDocuments& set, std::size_t unit) {
  const Document& document = set.documents[set.sentences->documents[unit]];
  return FactSentence(
      set.sentence(unit),
      std::make_shared<const FactSubject>(subject_hint(document), document.indexed_text),
      text_before(set, unit));
}

bool is_telling(const FactSentence& sentence, const DecisiveToken& token,
                const WordRarity& rarity) {
  if (token.kind == DecisiveKind::kNumber) {
    return !token.dimension.empty() || std::abs(token.value) >= kTellingCount;
  }
  if (token.kind == DecisiveKind::kName) return is_real_name(sentence, token, rarity);
  return token.kind == DecisiveKind::kDate || token.kind == DecisiveKind::kTime;
}

SharedClaim claim_of(const ConflictQuestion& question, const FoundConflict& conflict) {
  const FactSentence liar = sentence_of(*question.set, conflict.candidate_sentence);
  const FactSentence truth = trusted_sentence(*question.trusted, conflict.trusted_sentence);
  SharedClaim claim{conflict, {}, {}};
  for (const FactDifference& difference : fact_differences(liar, truth, *question.rarity).list) {
    if (difference.candidate == kNoToken) continue;
    const DecisiveToken& token = liar.analysed().tokens[difference.candidate];
    if (is_telling(liar, token, *question.rarity)) claim.values.push_back(token);
  }
  for (const FactSentence* side : {&liar, &truth}) {
    for (const FactWord& word : side->words()) claim.words.insert(word.stem);
  }
  return claim;
}

bool repeats(const FactSentence& sentence, const SharedClaim& claim) {
  const std::vector<DecisiveToken>& tokens = sentence.analysed().tokens;
  const bool has_value = std::ranges::any_of(claim.values, [&](const DecisiveToken& value) {
    return std::ranges::any_of(tokens, [&](const DecisiveToken& token) {
      return comparable(token, value) && same_value(token, value);
    });
  });
  if (!has_value) return false;
  const auto shared = std::ranges::count_if(
      claim.words, [&](const std::string& stem) { return sentence.window_has(stem); });
  return static_cast<std::size_t>(shared) >= kSharedWords;
}

double nearness(const ConflictQuestion& question, std::size_t unit, std::size_t row) {
  const MatrixView& mine = question.set->sentence_vectors;
  const MatrixView& theirs = question.trusted->sentence_vectors;
  if (mine.n_rows == 0 || theirs.n_rows == 0) return 0;
  std::vector<float> a(mine.dim);
  std::vector<float> b(theirs.dim);
  return cosine(mine.row(unit, a), mine.inverse_norms[unit], theirs.row(row, b),
                theirs.inverse_norms[row]);
}

}  // namespace

std::vector<SharedClaim> claims_of(const ConflictQuestion& question,
                                   std::span<const FoundConflict> conflicts) {
  std::vector<SharedClaim> claims;
  for (const FoundConflict& conflict : conflicts) {
    if (!conflict.comparison.conflict || conflict.comparison.says_it_revises) continue;
    SharedClaim claim = claim_of(question, conflict);
    if (!claim.values.empty()) claims.push_back(std::move(claim));
  }
  return claims;
}

std::vector<FoundConflict> shared_conflicts(const ConflictQuestion& question,
                                            std::span<const SharedClaim* const> claims) {
  std::vector<FoundConflict> found;
  if (claims.empty()) return found;
  const TextUnits& units = *question.set->sentences;
  for (std::size_t unit = units.begin[question.document]; unit < units.begin[question.document + 1];
       ++unit) {
    if (is_title(*question.set, unit)) continue;
    const FactSentence sentence = sentence_of(*question.set, unit);
    if (sentence.asks()) continue;
    const auto claim = std::ranges::find_if(
        claims, [&](const SharedClaim* one) { return repeats(sentence, *one); });
    if (claim == claims.end()) continue;
    FoundConflict shared = (*claim)->conflict;
    shared.candidate_sentence = unit;
    shared.cosine = nearness(question, unit, shared.trusted_sentence);
    found.push_back(std::move(shared));
  }
  return found;
}

}  // namespace ragsieve
