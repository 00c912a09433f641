// Appending takes three durable steps: the report is written as `pending`, the head names it, it
// gets its name. Before the second step it is not part of the chain; from then on it is, and who
// comes next gives it its name.
#include "ragsieve/evidence/chain.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "ragsieve/base/file.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/evidence/chain_files.h"
#include "ragsieve/evidence/limits.h"
#include "ragsieve/evidence/members.h"
#include "ragsieve/evidence/report_file.h"
#include "ragsieve/json/canonical.h"

namespace ragsieve {
namespace {

Error corrupt(const std::string& path, std::string message) {
  return make_error(Code::kCorrupt, std::move(message), Where{path, 0, ""});
}

bool exists(const std::string& path) {
  struct stat info{};
  return ::stat(path.c_str(), &info) == 0;
}

std::string link_path(const std::string& folder, const ChainHead& head, std::string_view suffix) {
  return folder + "/" + link_stem(head.number, head.digest) + std::string(suffix);
}

bool has_link(const std::string& folder, const ChainHead& head) {
  return exists(link_path(folder, head, kSealedSuffix)) ||
         exists(link_path(folder, head, kUnsealedSuffix));
}

// Gives `pending` its name where the head names it; takes it away where it never became a link.
Status settle_pending(const std::string& folder, const ChainHead& head) {
  const std::string pending = folder + std::string(kPendingName);
  const auto bytes = read_file(pending, limits::kReportBytes);
  if (!bytes.ok()) {
    return bytes.error().code == Code::kNotFound ? ok_status() : Status(bytes.error());
  }
  const auto report = parse_report_file(*bytes);
  if (report.ok() && to_hex(report->digest) == head.digest) {
    const auto suffix = report->envelope ? kSealedSuffix : kUnsealedSuffix;
    return publish_file(pending, link_path(folder, head, suffix));
  }
  if (::unlink(pending.c_str()) != 0) return system_error(errno, "remove", pending);
  return ok_status();
}

Result<ChainHead> first_head(const std::string& folder) {
  RAGSIEVE_TRY(const FolderListing listing, list_links(folder));
  if (listing.links.empty()) return ChainHead{};
  return corrupt(folder, "holds reports but no head; `verify --chain` says what is wrong");
}

// The head to append to, after what an interrupted append has left is put in order.
Result<ChainHead> settle(const std::string& folder) {
  RAGSIEVE_TRY(const std::optional<ChainHead> stored, read_head(folder));
  RAGSIEVE_TRY(const ChainHead head, stored ? Result<ChainHead>(*stored) : first_head(folder));
  RAGSIEVE_CHECK(settle_pending(folder, head));
  if (head.number > 0 && !has_link(folder, head)) {
    return corrupt(folder, "the head names link " + std::to_string(head.number) +
                               ", which is not there; `verify --chain` says what is wrong");
  }
  return head;
}

}  // namespace

std::string to_json(const ChainHead& head) {
  return json::canonical(json::Object{{"digest", head.digest},
                                      {"number", static_cast<std::int64_t>(head.number)}}) +
         "\n";
}

Result<ChainHead> parse_chain_head(std::string_view json, const std::string& path) {
  if (json.ends_with('\n')) json.remove_suffix(1);
  const auto value = json::parse_canonical(json);
  if (!value.ok()) return corrupt(path, value.error().message);
  Members members(*value, "", Code::kCorrupt);
  ChainHead head;
  head.digest = members.digest("digest");
  head.number = static_cast<std::uint64_t>(members.integer("number", json::kLargestInteger));
  if ((head.number == 0) != (head.digest == kNoReport)) {
    members.fail("number", "does not go with digest");
  }
  Status status = members.finish();
  if (status.ok()) return head;
  Error error = status.error();
  error.where.path = path;
  return error;
}

std::string link_stem(std::uint64_t number, std::string_view digest) {
  return std::to_string(number) + "-" + std::string(digest.substr(0, 12));
}

Result<ReportChain> ReportChain::open(std::string folder) {
  if (::mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST) {
    return system_error(errno, "make the folder", folder);
  }
  RAGSIEVE_TRY(const FolderLock lock, FolderLock::exclusive(folder));
  return ReportChain(std::move(folder));
}

Result<ChainLink> ReportChain::append(AnyStatement statement, const PrivateKey* key) {
  RAGSIEVE_TRY(const FolderLock lock, FolderLock::exclusive(folder_));
  RAGSIEVE_TRY(ChainHead head, settle(folder_));
  set_previous(statement, head.digest);
  RAGSIEVE_TRY(const std::string bytes, report_bytes(statement, key));
  head.number += 1;
  head.digest = to_hex(sha256(to_canonical_json(statement)));
  const std::string pending = folder_ + std::string(kPendingName);
  const std::string path =
      link_path(folder_, head, key != nullptr ? kSealedSuffix : kUnsealedSuffix);
  RAGSIEVE_CHECK(write_file(pending, bytes));
  RAGSIEVE_CHECK(write_file(folder_ + std::string(kHeadName), to_json(head)));
  RAGSIEVE_CHECK(publish_file(pending, path));
  return ChainLink{path, head.number, head.digest};
}

}  // namespace ragsieve
