#include "ragsieve/store/verdicts_store.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ragsieve {
namespace {

constexpr std::size_t kBins = 100;
constexpr std::array kVerdicts = {Verdict::kAdmit, Verdict::kQuarantine, Verdict::kReject,
                                  Verdict::kIncomplete};
constexpr const char* kSelect =
    "SELECT sequence, document, job, corpus, verdict, score, p, alpha, mode, profile, report, "
    "signals, time FROM verdicts ";

Verdict read_name(SqlReader& reader) {
  const auto verdict = verdict_from_name(reader.text());
  if (!verdict) reader.refuse();
  return verdict.value_or(Verdict::kIncomplete);
}

StoredVerdict read_verdict(SqlReader& reader) {
  StoredVerdict verdict;
  verdict.sequence = reader.integer();
  verdict.document = reader.text();
  verdict.job = reader.maybe_text();
  verdict.corpus = reader.text();
  verdict.verdict = read_name(reader);
  verdict.score = reader.integer();
  verdict.p = reader.maybe_integer();
  verdict.alpha = reader.integer();
  verdict.mode = reader.text();
  verdict.profile = reader.text();
  verdict.report = reader.digest();
  verdict.signals = reader.text();
  verdict.time_us = reader.integer();
  return verdict;
}

std::int64_t read_integer(SqlReader& reader) { return reader.integer(); }

Result<std::int64_t> add_verdict(Database& database, const StoredVerdict& verdict) {
  const auto rows = database.run(
      "INSERT INTO verdicts (document, job, corpus, verdict, score, p, alpha, mode, profile, "
      "report, signals, evidence, time) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) "
      "RETURNING sequence",
      {verdict.document, verdict.job, verdict.corpus, verdict_name(verdict.verdict), verdict.score,
       verdict.p, verdict.alpha, verdict.mode, verdict.profile, verdict.report, verdict.signals,
       verdict.evidence ? std::optional(SqlBytes{*verdict.evidence}) : std::nullopt,
       verdict.time_us});
  if (!rows.ok()) {
    return adding_error(rows.error(), "the verdict of report " + to_hex(verdict.report));
  }
  RAGSIEVE_TRY(const auto sequence, read_first(*rows, read_integer));
  return sequence.value_or(0);
}

}  // namespace

Result<std::int64_t> VerdictsStore::add(const StoredVerdict& verdict,
                                        const std::vector<Signal>& signals) {
  std::int64_t sequence = 0;
  RAGSIEVE_CHECK(database_.as_one([&](Database& inside) -> Status {
    RAGSIEVE_TRY(sequence, add_verdict(inside, verdict));
    for (const Signal& signal : signals) {
      RAGSIEVE_CHECK(
          inside.run("INSERT INTO verdict_signals (verdict, name, status, score, p, time) "
                     "VALUES ($1, $2, $3, $4, $5, $6)",
                     {sequence, signal.name, status_name(signal.status), signal.score, signal.p,
                      verdict.time_us}));
    }
    return ok_status();
  }));
  return sequence;
}

Result<std::optional<StoredVerdict>> VerdictsStore::latest(const std::string& document) {
  RAGSIEVE_TRY(
      const SqlRows rows,
      database_.run(std::string(kSelect) + "WHERE document = $1 ORDER BY sequence DESC LIMIT 1",
                    {document}));
  return read_first(rows, read_verdict);
}

Result<std::optional<StoredVerdict>> VerdictsStore::of_report(const Digest& report) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run(std::string(kSelect) + "WHERE report = $1", {report}));
  return read_first(rows, read_verdict);
}

Result<std::optional<std::string>> VerdictsStore::evidence(const Digest& report) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("SELECT evidence FROM verdicts WHERE report = $1", {report}));
  RAGSIEVE_TRY(auto found,
               read_first(rows, [](SqlReader& reader) { return reader.maybe_bytes(); }));
  return std::move(found).value_or(std::nullopt);
}

Result<std::vector<StoredVerdict>> VerdictsStore::history(const std::string& document,
                                                          const Page& page) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run(std::string(kSelect) + "WHERE document = $1 AND sequence < $2 "
                                                    "ORDER BY sequence DESC LIMIT $3",
                             {document, page.before, rows_of(page)}));
  return read_rows(rows, read_verdict);
}

Result<std::vector<StoredVerdict>> VerdictsStore::list(const VerdictFilter& filter,
                                                       const Page& page) {
  std::vector<SqlValue> parameters{page.before, filter.from_us, filter.until_us, rows_of(page)};
  for (const Verdict verdict : kVerdicts) {
    const bool wanted = filter.verdicts.empty() ||
                        std::ranges::find(filter.verdicts, verdict) != filter.verdicts.end();
    parameters.emplace_back(wanted ? verdict_name(verdict) : "");
  }
  RAGSIEVE_TRY(
      const SqlRows rows,
      database_.run(std::string(kSelect) +
                        "WHERE sequence < $1 AND time >= $2 AND time < $3 "
                        "AND verdict IN ($5, $6, $7, $8) " +
                        (filter.waiting ? "AND sequence IN (SELECT sequence FROM waiting) " : "") +
                        "ORDER BY sequence DESC LIMIT $4",
                    parameters));
  return read_rows(rows, read_verdict);
}

Result<std::int64_t> VerdictsStore::count_waiting() {
  // The condition is the view's own, said so that an index answers it.
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("SELECT count(*) FROM waiting "
                             "WHERE verdict IN ('QUARANTINE', 'REJECT', 'INCOMPLETE')"));
  RAGSIEVE_TRY(const auto n, read_first(rows, read_integer));
  return n.value_or(0);
}

// One statement a verdict: each is answered by verdicts_by_verdict, without a row of the table.
Status VerdictsStore::add_to(VerdictTotals& totals) {
  VerdictTotals sum = totals;
  for (const Verdict verdict : kVerdicts) {
    RAGSIEVE_TRY(const SqlRows rows, database_.run("SELECT count(*), max(sequence) FROM verdicts "
                                                   "WHERE verdict = $1 AND sequence > $2",
                                                   {verdict_name(verdict), totals.sequence}));
    RAGSIEVE_TRY(const auto found, read_first(rows, [](SqlReader& reader) {
                   const std::int64_t n = reader.integer();
                   return std::pair(n, reader.maybe_integer());
                 }));
    if (!found) continue;
    sum.n[static_cast<std::size_t>(verdict)] += found->first;
    sum.sequence = std::max(sum.sequence, found->second.value_or(0));
  }
  totals = sum;
  return ok_status();
}

Result<std::vector<VerdictCount>> VerdictsStore::counts_by_day(std::int64_t from_us,
                                                               std::int64_t until_us) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("SELECT time / 86400000000 AS day, verdict, count(*) FROM verdicts "
                             "WHERE time >= $1 AND time < $2 GROUP BY day, verdict "
                             "ORDER BY day, verdict",
                             {from_us, until_us}));
  return read_rows(rows, [](SqlReader& reader) {
    VerdictCount count;
    count.day = reader.integer();
    count.verdict = read_name(reader);
    count.n = reader.integer();
    return count;
  });
}

Result<std::vector<std::int64_t>> VerdictsStore::histogram(const std::string& signal,
                                                           std::int64_t from_us,
                                                           std::int64_t until_us) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("SELECT score / 10000 AS bin, count(*) FROM verdict_signals "
                             "WHERE name = $1 AND time >= $2 AND time < $3 AND status = $4 "
                             "GROUP BY bin",
                             {signal, from_us, until_us, status_name(SignalStatus::kRan)}));
  std::vector<std::int64_t> counts(kBins);
  for (const SqlRow& row : rows) {
    SqlReader reader(row);
    const std::int64_t bin = std::clamp<std::int64_t>(reader.integer(), 0, kBins - 1);
    counts[static_cast<std::size_t>(bin)] += reader.integer();
    RAGSIEVE_CHECK(reader.status());
  }
  return counts;
}

}  // namespace ragsieve
