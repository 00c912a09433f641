#include <cstdint>
#include <numeric>
#include <string_view>
#include <utility>

#include "eval/run/online_detectors.h"
#include "ragsieve/detect/baselines/eco_safe_rag.h"
#include "ragsieve/detect/baselines/gmtp_clm.h"
#include "ragsieve/detect/baselines/perplexity.h"
#include "ragsieve/detect/baselines/rag_defender.h"
#include "ragsieve/detect/baselines/raguard.h"
#include "ragsieve/detect/baselines/trust_rag.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/json/value.h"
#include "ragsieve/text/sentences.h"

namespace ragsieve::eval {
namespace {

using baselines::Scores;
using Reference = OnlineReference;

constexpr double kPerplexityShare = 0.05;

json::Value count(std::size_t value) { return static_cast<std::uint64_t>(value); }

MatrixView first_rows(const Matrix& vectors, std::size_t n) {
  MatrixView view = vectors.view();
  view.n_rows = std::min(n, view.n_rows);
  return view;
}

std::vector<std::string_view> texts_of(const OnlineContext& context, std::size_t n) {
  std::vector<std::string_view> texts;
  for (std::size_t i = 0; i < std::min(n, context.retrieved.documents.size()); ++i) {
    texts.push_back(context.retrieved.documents[i].indexed_text);
  }
  return texts;
}

// Token likelihoods of the candidates.
Result<std::vector<NllProfile>> profiles_of(const OnlineContext& context, const ModelsInUse& models,
                                            const RunOptions& run) {
  std::vector<NllProfile> profiles;
  for (const std::string_view text : texts_of(context, kCandidates)) {
    RAGSIEVE_TRY(NllProfile profile, models.causal_lm->nll(text, run));
    profiles.push_back(std::move(profile));
  }
  return profiles;
}

std::vector<baselines::TokenNats> nats_of(const std::vector<NllProfile>& profiles) {
  std::vector<baselines::TokenNats> nats;
  for (const NllProfile& profile : profiles) nats.push_back(profile.nats);
  return nats;
}

Error no_reference(const std::string& name) {
  return make_error(Code::kInvalidArgument,
                    name +
                        " needs clean retrievals for its threshold, and the dataset has no "
                        "question that is not attacked");
}

OnlineDetector trust_rag_detector() {
  const baselines::TrustRagOptions options;
  OnlineDetector detector;
  detector.name = "trust_rag";
  detector.config = json::dump(json::Object{{"rouge", options.rouge},
                                            {"dense", options.dense},
                                            {"n_starts", count(options.n_starts)},
                                            {"seed", options.seed}});
  detector.prepare = [options](const Reference&, const ModelsInUse&,
                               const RunOptions&) -> Result<ScoreCandidates> {
    return ScoreCandidates([options](const OnlineContext& context, const RunOptions&) {
      return baselines::trust_rag(texts_of(context, kCandidates),
                                  first_rows(context.vectors, kCandidates), options);
    });
  };
  return detector;
}

OnlineDetector rag_defender_detector(bool multi_hop) {
  const baselines::RagDefenderOptions options{.multi_hop = multi_hop};
  OnlineDetector detector;
  detector.name = multi_hop ? "rag_defender_multi_hop" : "rag_defender";
  detector.config = json::dump(
      json::Object{{"multi_hop", options.multi_hop}, {"n_terms", count(options.n_terms)}});
  detector.prepare = [options](const Reference&, const ModelsInUse&,
                               const RunOptions&) -> Result<ScoreCandidates> {
    return ScoreCandidates([options](const OnlineContext& context, const RunOptions&) {
      return baselines::rag_defender(texts_of(context, kCandidates),
                                     first_rows(context.vectors, kCandidates), options);
    });
  };
  return detector;
}

// Statistics of the candidates of one retrieval.
Result<std::vector<baselines::RaguardStatistics>> raguard_of(
    const OnlineContext& context, const baselines::RaguardOptions& options,
    const ModelsInUse& models, const RunOptions& run) {
  RAGSIEVE_TRY(const std::vector<NllProfile> profiles, profiles_of(context, models, run));
  return baselines::raguard_statistics(nats_of(profiles), first_rows(context.vectors, kCandidates),
                                       options);
}

OnlineDetector raguard_detector() {
  const baselines::RaguardOptions options;
  OnlineDetector detector;
  detector.name = "raguard";
  detector.needs_causal_lm = true;
  detector.seconds_per_query = 1;
  detector.config =
      json::dump(json::Object{{"share", options.share}, {"n_chunks", count(options.n_chunks)}});
  detector.prepare = [options](const Reference& reference, const ModelsInUse& models,
                               const RunOptions& run) -> Result<ScoreCandidates> {
    std::vector<baselines::RaguardStatistics> clean;
    for (const OnlineContext& context : reference.contexts) {
      RAGSIEVE_TRY(const auto found, raguard_of(context, options, models, run));
      clean.insert(clean.end(), found.begin(), found.end());
    }
    if (clean.empty()) return no_reference("raguard");
    RAGSIEVE_TRY(const auto fitted, baselines::RaguardReference::of(clean, options));
    return ScoreCandidates([options, models, fitted](const OnlineContext& context,
                                                     const RunOptions& inner) -> Result<Scores> {
      RAGSIEVE_TRY(const auto found, raguard_of(context, options, models, inner));
      return fitted.score(found);
    });
  };
  return detector;
}

OnlineDetector perplexity_detector() {
  OnlineDetector detector;
  detector.name = "perplexity";
  detector.needs_causal_lm = true;
  detector.seconds_per_query = 1;
  detector.config = json::dump(json::Object{{"share", kPerplexityShare}});
  detector.prepare = [](const Reference& reference, const ModelsInUse& models,
                        const RunOptions& run) -> Result<ScoreCandidates> {
    std::vector<double> clean;
    for (const OnlineContext& context : reference.contexts) {
      RAGSIEVE_TRY(const std::vector<NllProfile> profiles, profiles_of(context, models, run));
      for (const NllProfile& profile : profiles) {
        clean.push_back(baselines::perplexity(profile.nats));
      }
    }
    if (clean.empty()) return no_reference("perplexity");
    const double threshold = baselines::clean_threshold(std::move(clean), kPerplexityShare);
    return ScoreCandidates([models, threshold](const OnlineContext& context,
                                               const RunOptions& inner) -> Result<Scores> {
      RAGSIEVE_TRY(const std::vector<NllProfile> profiles, profiles_of(context, models, inner));
      return baselines::perplexity_gate(nats_of(profiles), threshold);
    });
  };
  return detector;
}

// A candidate's sentences with their cosines, and each one's text with the sentence cut out.
struct Sentences {
  std::vector<baselines::EcoSafeSentence> found;
  std::vector<std::string> contexts;
};

Result<Sentences> sentences_of(const OnlineContext& context, Encoder& encoder,
                               const RunOptions& run) {
  Sentences all;
  std::vector<std::string_view> texts;
  const std::vector<std::string_view> candidates = texts_of(context, kCandidates);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    for (const ByteRange range : sentences(candidates[i])) {
      texts.push_back(candidates[i].substr(range.start, range.end - range.start));
      all.found.push_back({i, 0});
      all.contexts.push_back(std::string(candidates[i].substr(0, range.start))
                                 .append(candidates[i].substr(range.end)));
    }
  }
  RAGSIEVE_TRY(const Matrix vectors, encoder.encode(texts, TextKind::kPassage, run));
  RAGSIEVE_TRY(const std::vector<double> norms, inverse_norms(vectors.view(), run));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    all.found[i].cosine = cosine(vectors.row(i), norms[i], context.query_vector, 1);
  }
  return all;
}

Result<Scores> eco_safe_scores(const OnlineContext& context, const Matrix& baits,
                               const baselines::EcoSafeOptions& options, Encoder& encoder,
                               const RunOptions& run) {
  RAGSIEVE_TRY(const Sentences all, sentences_of(context, encoder, run));
  std::vector<baselines::EcoSafeSentence> chosen;
  std::vector<std::string_view> contexts;
  for (const std::size_t i : baselines::eco_safe_chosen(all.found, options.tau)) {
    chosen.push_back(all.found[i]);
    contexts.push_back(all.contexts[i]);
  }
  RAGSIEVE_TRY(const Matrix vectors, encoder.encode(contexts, TextKind::kPassage, run));
  return baselines::eco_safe_rag(texts_of(context, kCandidates).size(), chosen, vectors.view(),
                                 baits.view(), options);
}

OnlineDetector eco_safe_detector() {
  const baselines::EcoSafeOptions options;
  OnlineDetector detector;
  detector.name = "eco_safe_rag";
  detector.seconds_per_query = 0.5;
  detector.config = json::dump(json::Object{{"tau", options.tau},
                                            {"suspicious", options.suspicious},
                                            {"radius", options.clusters.radius},
                                            {"least", count(options.clusters.least)}});
  detector.prepare = [options](const Reference&, const ModelsInUse& models,
                               const RunOptions& run) -> Result<ScoreCandidates> {
    RAGSIEVE_TRY(const Matrix baits,
                 models.encoder->encode(baselines::eco_safe_baits(), TextKind::kPassage, run));
    return ScoreCandidates(
        [options, models, baits](const OnlineContext& context, const RunOptions& inner) {
          return eco_safe_scores(context, baits, options, *models.encoder, inner);
        });
  };
  return detector;
}

// How far the cosine to the query moves without each scored token, and so the candidate's value.
Result<double> gmtp_value(const OnlineContext& context, std::size_t candidate,
                          const baselines::GmtpOptions& options, const ModelsInUse& models,
                          const RunOptions& run) {
  const std::string& text = context.retrieved.documents[candidate].indexed_text;
  RAGSIEVE_TRY(const NllProfile profile, models.causal_lm->nll(text, run));
  std::vector<std::string> without;
  for (std::size_t i = 0; i < profile.nats.size(); ++i) {
    without.push_back(baselines::without_token(text, profile.ends, i + 1));
  }
  const std::vector<std::string_view> texts(without.begin(), without.end());
  RAGSIEVE_TRY(const Matrix vectors, models.encoder->encode(texts, TextKind::kPassage, run));
  const double whole = dot(context.vectors.row(candidate), context.query_vector);
  std::vector<double> influences;
  for (std::size_t i = 0; i < vectors.n_rows; ++i) {
    influences.push_back(std::abs(whole - dot(vectors.row(i), context.query_vector)));
  }
  return baselines::gmtp_clm_value(influences, profile.nats, options);
}

Result<std::vector<double>> gmtp_values(const OnlineContext& context,
                                        const baselines::GmtpOptions& options,
                                        const ModelsInUse& models, const RunOptions& run) {
  std::vector<double> values;
  for (std::size_t i = 0; i < texts_of(context, kCandidates).size(); ++i) {
    RAGSIEVE_TRY(const double value, gmtp_value(context, i, options, models, run));
    values.push_back(value);
  }
  return values;
}

OnlineDetector gmtp_detector() {
  const baselines::GmtpOptions options;
  OnlineDetector detector;
  detector.name = "gmtp_clm";
  detector.needs_causal_lm = true;
  detector.on_request = true;  // encodes a candidate once for each of its tokens
  detector.seconds_per_query = 15;
  detector.config = json::dump(json::Object{{"most_chosen", count(options.most_chosen)},
                                            {"n_smallest", count(options.n_smallest)},
                                            {"lambda", options.lambda}});
  detector.prepare = [options](const Reference& reference, const ModelsInUse& models,
                               const RunOptions& run) -> Result<ScoreCandidates> {
    std::vector<double> clean;
    for (const OnlineContext& context : reference.contexts) {
      RAGSIEVE_TRY(const std::vector<double> values, gmtp_values(context, options, models, run));
      clean.insert(clean.end(), values.begin(), values.end());
    }
    if (clean.empty()) return no_reference("gmtp_clm");
    const double mean =
        std::accumulate(clean.begin(), clean.end(), 0.0) / static_cast<double>(clean.size());
    return ScoreCandidates([options, models, mean](const OnlineContext& context,
                                                   const RunOptions& inner) -> Result<Scores> {
      RAGSIEVE_TRY(const std::vector<double> values, gmtp_values(context, options, models, inner));
      return baselines::gmtp_clm(values, mean, options);
    });
  };
  return detector;
}

}  // namespace

std::vector<OnlineDetector> online_peers() {
  return {trust_rag_detector(), rag_defender_detector(false), rag_defender_detector(true),
          raguard_detector(),   perplexity_detector(),        eco_safe_detector(),
          gmtp_detector()};
}

}  // namespace ragsieve::eval
