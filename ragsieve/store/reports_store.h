// The sealed reports as a hash chain: each names the digest of the one before it. Rows are only
// ever added, at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/store/database.h"

namespace ragsieve {

struct StoredReport {
  std::int64_t sequence = 0;  // 1, 2, 3, ... without gaps
  Digest digest;              // of the statement's bytes
  Digest previous;            // of the report before it; zeros of the first
  std::string envelope;       // the DSSE envelope, byte for byte
  std::int64_t time_us = 0;
};

// The last link; number 0 and zeros where there is none.
struct ReportHead {
  std::int64_t sequence = 0;
  Digest digest;
  bool operator==(const ReportHead&) const = default;
};

class ReportsStore {
 public:
  explicit ReportsStore(Database& database) : database_(database) {}

  // Appends a report (its sequence is not looked at) and gives it the next number. kInvalidInput
  // where `previous` is not the digest of the head, or is_duplicate() where the report is there.
  // Read the head, make the report and append it in one transaction.
  [[nodiscard]] Result<std::int64_t> append(const StoredReport& report);
  [[nodiscard]] Result<ReportHead> head();
  [[nodiscard]] Result<std::optional<StoredReport>> find(const Digest& digest);
  [[nodiscard]] Result<std::optional<StoredReport>> at(std::int64_t sequence);
  // In their order, from behind `after`, at most `limit` (1 to 1000).
  [[nodiscard]] Result<std::vector<StoredReport>> list(std::int64_t after, std::int64_t limit);
  // The numbers of reports that do not follow the one before them; empty: one unbroken chain. What
  // the envelopes say is for `evidence` to check.
  [[nodiscard]] Result<std::vector<std::int64_t>> broken_links();

 private:
  Database& database_;
};

}  // namespace ragsieve
