// The verdicts of the gate, each with the digest of its sealed report; and the scores of their
// signals as rows of their own, from which drift is measured.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/core/signal.h"
#include "ragsieve/core/verdict.h"
#include "ragsieve/store/database.h"
#include "ragsieve/store/page.h"

namespace ragsieve {

struct StoredVerdict {
  std::int64_t sequence = 0;  // given by the store
  std::string document;       // id of a stored document
  std::optional<std::string> job;
  std::string corpus;
  Verdict verdict = Verdict::kIncomplete;
  Millionths score = 0;
  std::optional<Millionths> p;
  Millionths alpha = 0;
  std::string mode;
  std::string profile;
  Digest report;                        // of a stored report
  std::string signals;                  // JSON, without the document's words
  std::optional<std::string> evidence;  // JSON with them; read by evidence() alone
  std::int64_t time_us = 0;
};

struct VerdictFilter {
  std::vector<Verdict> verdicts;  // empty: any
  std::int64_t from_us = 0;
  std::int64_t until_us = std::numeric_limits<std::int64_t>::max();  // not included
  bool waiting = false;  // only those that wait for a reviewer
};

struct VerdictCount {
  std::int64_t day = 0;  // days since 1970-01-01, UTC
  Verdict verdict = Verdict::kIncomplete;
  std::int64_t n = 0;
  bool operator==(const VerdictCount&) const = default;
};

// How many verdicts there are of each kind, by Verdict, up to the one of that sequence.
struct VerdictTotals {
  std::array<std::int64_t, 4> n{};
  std::int64_t sequence = 0;
};

class VerdictsStore {
 public:
  explicit VerdictsStore(Database& database) : database_(database) {}

  // Its document and its report are stored before. `signals`: every signal of the gate, by name.
  [[nodiscard]] Result<std::int64_t> add(const StoredVerdict& verdict,
                                         const std::vector<Signal>& signals);
  [[nodiscard]] Result<std::optional<StoredVerdict>> latest(const std::string& document);
  [[nodiscard]] Result<std::optional<StoredVerdict>> of_report(const Digest& report);
  // Of the verdict of that report, as long as the text of its document is kept.
  [[nodiscard]] Result<std::optional<std::string>> evidence(const Digest& report);
  // All of a document, newest first.
  [[nodiscard]] Result<std::vector<StoredVerdict>> history(const std::string& document,
                                                           const Page& page);
  [[nodiscard]] Result<std::vector<StoredVerdict>> list(const VerdictFilter& filter,
                                                        const Page& page);
  [[nodiscard]] Result<std::int64_t> count_waiting();
  // Adds to `totals` what came behind it; it is unchanged on error.
  [[nodiscard]] Status add_to(VerdictTotals& totals);
  // By day and verdict, of the verdicts in [from_us, until_us).
  [[nodiscard]] Result<std::vector<VerdictCount>> counts_by_day(std::int64_t from_us,
                                                                std::int64_t until_us);
  // How many scores of the signal lie in each hundredth of [0, 1] (the last one with 1), of the
  // verdicts in [from_us, until_us) for which it ran: 100 counts.
  [[nodiscard]] Result<std::vector<std::int64_t>> histogram(const std::string& signal,
                                                            std::int64_t from_us,
                                                            std::int64_t until_us);

 private:
  Database& database_;
};

}  // namespace ragsieve
