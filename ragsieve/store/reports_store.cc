#include "ragsieve/store/reports_store.h"

#include "ragsieve/store/page.h"

namespace ragsieve {
namespace {

constexpr const char* kSelect = "SELECT sequence, digest, previous, envelope, time FROM reports ";

StoredReport read_report(SqlReader& reader) {
  StoredReport report;
  report.sequence = reader.integer();
  report.digest = reader.digest();
  report.previous = reader.digest();
  report.envelope = reader.bytes();
  report.time_us = reader.integer();
  return report;
}

}  // namespace

Result<std::int64_t> ReportsStore::append(const StoredReport& report) {
  std::int64_t sequence = 0;
  RAGSIEVE_CHECK(database_.as_one([&](Database& inside) -> Status {
    RAGSIEVE_TRY(const ReportHead last, head());
    if (report.previous != last.digest) {
      return make_error(Code::kInvalidInput, "the report follows " + to_hex(report.previous) +
                                                 ", and the chain ends with " +
                                                 to_hex(last.digest) + "; make it anew");
    }
    sequence = last.sequence + 1;
    const auto added = inside.run(
        "INSERT INTO reports (sequence, digest, previous, envelope, time) "
        "VALUES ($1, $2, $3, $4, $5)",
        {sequence, report.digest, report.previous, SqlBytes{report.envelope}, report.time_us});
    if (!added.ok()) return adding_error(added.error(), "report " + to_hex(report.digest));
    return ok_status();
  }));
  return sequence;
}

Result<ReportHead> ReportsStore::head() {
  RAGSIEVE_TRY(
      const SqlRows rows,
      database_.run("SELECT sequence, digest FROM reports ORDER BY sequence DESC LIMIT 1"));
  RAGSIEVE_TRY(const auto last, read_first(rows, [](SqlReader& reader) {
                 ReportHead found;
                 found.sequence = reader.integer();
                 found.digest = reader.digest();
                 return found;
               }));
  return last.value_or(ReportHead());
}

Result<std::optional<StoredReport>> ReportsStore::find(const Digest& digest) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run(std::string(kSelect) + "WHERE digest = $1", {digest}));
  return read_first(rows, read_report);
}

Result<std::optional<StoredReport>> ReportsStore::at(std::int64_t sequence) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run(std::string(kSelect) + "WHERE sequence = $1", {sequence}));
  return read_first(rows, read_report);
}

Result<std::vector<StoredReport>> ReportsStore::list(std::int64_t after, std::int64_t limit) {
  RAGSIEVE_TRY(
      const SqlRows rows,
      database_.run(std::string(kSelect) + "WHERE sequence > $1 ORDER BY sequence LIMIT $2",
                    {after, cut_limit(limit)}));
  return read_rows(rows, read_report);
}

Result<std::vector<std::int64_t>> ReportsStore::broken_links() {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("SELECT r.sequence FROM reports r LEFT JOIN reports p "
                             "ON p.sequence = r.sequence - 1 WHERE r.previous <> "
                             "CASE WHEN r.sequence = 1 THEN $1 ELSE COALESCE(p.digest, '') END "
                             "ORDER BY r.sequence",
                             {Digest()}));
  return read_rows(rows, [](SqlReader& reader) { return reader.integer(); });
}

}  // namespace ragsieve
