// probes_from_log(): a log of queries becomes a weighted set of probes.
#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ragsieve/connect/probes/query_log.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/pipeline/probes.h"
#include "ragsieve/pipeline/summaries.h"
#include "ragsieve/text/personal_data.h"
#include "ragsieve/text/question_key.h"

namespace ragsieve {
namespace {

constexpr std::size_t kNeighbours = 32;
constexpr double kLargestWeight = 1e9;  // that a probe file may hold

// One question in all its spellings.
struct Folded {
  std::string text;  // its most frequent spelling
  std::uint64_t spelling_count = 0;
  std::uint64_t count = 0;
};

struct FoldedLog {
  std::vector<Folded> queries;  // most frequent first, then by text
  std::size_t n_masked = 0;     // different queries in which personal data was found
  std::size_t n_empty = 0;      // ... of which nothing to ask is left
};

// The key without what masking put in; empty where no letter is left.
std::string key_of(const std::string& masked) {
  std::string bare = masked;
  for (const std::string_view mask : {"[email]", "[phone]", "[card]", "[account]", "[name]"}) {
    for (std::size_t at = bare.find(mask); at != std::string::npos; at = bare.find(mask, at)) {
      bare.replace(at, mask.size(), " ");
    }
  }
  const std::string left = question_key(bare);
  return left.find_first_not_of("0123456789 #%&@+$") == std::string::npos ? std::string()
                                                                          : question_key(masked);
}

FoldedLog fold(const std::vector<LoggedQuery>& logged) {
  FoldedLog log;
  std::unordered_map<std::string, std::size_t> places;
  for (const LoggedQuery& query : logged) {
    std::string masked = mask_personal_data(query.text);
    log.n_masked += masked != query.text ? 1 : 0;
    std::string key = key_of(masked);
    if (key.empty()) {
      ++log.n_empty;
      continue;
    }
    const auto [place, is_new] = places.emplace(std::move(key), log.queries.size());
    if (is_new) log.queries.push_back({});
    Folded& folded = log.queries[place->second];
    folded.count += query.count;
    if (query.count > folded.spelling_count) {
      folded.text = std::move(masked);
      folded.spelling_count = query.count;
    }
  }
  std::ranges::sort(log.queries, [](const Folded& a, const Folded& b) {
    return a.count != b.count ? a.count > b.count : a.text < b.text;
  });
  return log;
}

Matrix rows_of(const Matrix& all, const std::vector<std::size_t>& rows) {
  Matrix part{rows.size(), all.dim, {}};
  part.values.reserve(rows.size() * all.dim);
  for (const std::size_t row : rows) {
    const std::span<const float> values = all.row(row);
    part.values.insert(part.values.end(), values.begin(), values.end());
  }
  return part;
}

// One pass of greedy clustering over the rows `active` (most frequent first): each joins its
// nearest neighbour that leads already, or leads. Returns the leaders; `leader` is by row.
Result<std::vector<std::size_t>> lead(const Matrix& vectors, const std::vector<std::size_t>& active,
                                      double threshold, std::vector<std::size_t>& leader,
                                      const RunOptions& run) {
  const Matrix part = rows_of(vectors, active);
  MatrixView view = part.view();
  RAGSIEVE_TRY(const std::vector<double> norms, inverse_norms(view, run));
  view.inverse_norms = norms;
  KnnOptions options;
  options.k = kNeighbours;
  RAGSIEVE_TRY(const NeighbourGraph graph, build_graph(view, options, run));
  std::vector<std::size_t> leaders;
  std::vector<bool> leads(active.size(), false);
  for (std::size_t i = 0; i < active.size(); ++i) {
    const auto neighbours = graph.of(i);
    const auto found = std::ranges::find_if(neighbours, [&](const Neighbour& neighbour) {
      return neighbour.cosine >= threshold && neighbour.row < i && leads[neighbour.row];
    });
    if (found != neighbours.end()) {
      leader[active[i]] = active[found->row];
    } else {
      leads[i] = true;
      leaders.push_back(active[i]);
    }
  }
  return leaders;
}

// The leader of each row. A leader beyond the neighbours of a crowded row is found in a later pass,
// among the leaders alone.
Result<std::vector<std::size_t>> cluster(const Matrix& vectors, double threshold,
                                         const RunOptions& run) {
  std::vector<std::size_t> leader(vectors.n_rows);
  std::iota(leader.begin(), leader.end(), std::size_t{0});
  std::vector<std::size_t> active = leader;
  while (active.size() > 1) {
    RAGSIEVE_TRY(std::vector<std::size_t> leaders, lead(vectors, active, threshold, leader, run));
    const bool settled = leaders.size() == active.size();
    active = std::move(leaders);
    if (settled) break;
  }
  for (std::size_t& row : leader) {
    while (leader[row] != row) row = leader[row];
  }
  return leader;
}

std::vector<Probe> probes_of(const std::vector<Folded>& queries,
                             const std::vector<std::size_t>& leader, std::size_t most) {
  std::vector<double> weights(queries.size(), 0);
  for (std::size_t i = 0; i < leader.size(); ++i) {
    weights[leader[i]] += static_cast<double>(queries[i].count);
  }
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < leader.size(); ++i) {
    if (leader[i] == i) order.push_back(i);
  }
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return weights[a] != weights[b] ? weights[a] > weights[b] : a < b;
  });
  order.resize(std::min(order.size(), most));
  std::vector<Probe> probes;
  for (const std::size_t i : order) {
    probes.push_back({probe_id("log", queries[i].text), queries[i].text, "",
                      std::min(weights[i], kLargestWeight), "log"});
  }
  return probes;
}

void summarise(const QueryLog& log, const FoldedLog& folded, std::size_t n_different,
               const LogProbeOptions& options, ProbesReport& report) {
  std::uint64_t n_queries = 0;
  for (const LoggedQuery& query : log.queries) n_queries += query.count;
  report.summary = start_summary("probes synth", "default");
  report.summary.counts = {{"queries", n_queries},           {"different", n_different},
                           {"masked", folded.n_masked},      {"empty", folded.n_empty},
                           {"probes", report.probes.size()}, {"errors", log.bad.size()}};
  report.summary.thresholds = {{"cosine", options.cosine}};
  for (const Error& error : log.bad) report.summary.unscored.push_back(place_of(error));
  report.errors = log.bad;
}

}  // namespace

Status LogProbeOptions::validate() const {
  const auto refuse = [](const std::string& what) {
    return make_error(Code::kInvalidArgument, what);
  };
  if (max_probes < 1 || max_probes > 1000000) {
    return refuse("max_probes is " + std::to_string(max_probes) + ", expected 1 to 1000000");
  }
  if (!(cosine > 0 && cosine <= 1)) {
    return refuse("cosine is " + std::to_string(cosine) + ", expected above 0 and at most 1");
  }
  if (max_encoded < 1) return refuse("max_encoded is 0, expected 1 or more");
  return ok_status();
}

Result<ProbesReport> probes_from_log(const LogProbeOptions& options, const ModelsInUse& models,
                                     const RunOptions& run) {
  RAGSIEVE_CHECK(options.validate());
  if (models.encoder == nullptr) {
    return make_error(Code::kUnavailable, "clustering the queries of a log needs an encoder");
  }
  RAGSIEVE_TRY(const QueryLog log, read_query_log(options.log, run));
  FoldedLog folded = fold(log.queries);
  const std::size_t n_different = folded.queries.size();
  if (n_different > options.max_encoded) {
    run.say(LogLevel::kWarning,
            "the log holds " + std::to_string(n_different) + " different queries; the " +
                std::to_string(options.max_encoded) + " most frequent ones are used");
    folded.queries.resize(options.max_encoded);
  }
  std::vector<std::string_view> texts;
  for (const Folded& query : folded.queries) texts.push_back(query.text);
  ProbesReport report;
  if (!texts.empty()) {
    RAGSIEVE_TRY(const Matrix vectors, models.encoder->encode(texts, TextKind::kQuery, run));
    RAGSIEVE_TRY(const std::vector<std::size_t> leader, cluster(vectors, options.cosine, run));
    report.probes = probes_of(folded.queries, leader, options.max_probes);
  }
  summarise(log, folded, n_different, options, report);
  return report;
}

}  // namespace ragsieve
