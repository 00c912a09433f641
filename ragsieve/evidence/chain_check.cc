#include "ragsieve/evidence/chain_check.h"

#include <algorithm>
#include <utility>

#include "ragsieve/base/file.h"
#include "ragsieve/evidence/chain_files.h"
#include "ragsieve/evidence/limits.h"
#include "ragsieve/evidence/report_file.h"

namespace ragsieve {
namespace {

struct Link {
  std::uint64_t number = 0;
  bool sealed = false;
  bool readable = false;
  std::string digest;
  std::string previous;
};

std::string link_name(std::uint64_t number) { return "link " + std::to_string(number); }

class Checker {
 public:
  Checker(const std::string& folder, const TrustFile& trust) : folder_(folder), trust_(trust) {}

  [[nodiscard]] Result<ChainCheck> check(std::string_view wanted) {
    RAGSIEVE_TRY(const FolderLock lock, FolderLock::shared(folder_));
    RAGSIEVE_TRY(const FolderListing listing, list_links(folder_));
    RAGSIEVE_CHECK(read_stored_head());
    for (const std::string& name : listing.misplaced) {
      problem("'" + name + "' is a report, but no link: its name is not that of one");
    }
    RAGSIEVE_CHECK(read_links(listing.links));
    RAGSIEVE_CHECK(read_pending());
    check_order();
    check_head();
    count(wanted);
    return std::move(result_);
  }

 private:
  void problem(std::string text) { result_.problems.push_back(std::move(text)); }

  Status read_stored_head() {
    auto head = read_head(folder_);
    if (head.ok()) {
      head_ = std::move(*head);
      result_.head = head_.value_or(ChainHead{});
    } else if (head.error().code == Code::kCorrupt || head.error().code == Code::kTooLarge) {
      head_is_bad_ = true;
      problem("the head was altered: " + head.error().message);
    } else {
      return head.error();
    }
    return ok_status();
  }

  Status read_links(const std::vector<LinkName>& names) {
    const LinkName* last = nullptr;
    for (const LinkName& name : names) {
      const bool again = last != nullptr && last->number == name.number;
      // An unsealed report stays beside its sealed form where sealing was interrupted.
      if (again && last->digest12 == name.digest12) continue;
      if (again) {
        problem("two reports claim to be " + link_name(name.number) + ": '" + last->name +
                "' and '" + name.name + "'");
      }
      last = &name;
      RAGSIEVE_TRY(const std::string bytes, read_link(name));
      Link link = read_report(bytes, name.number);
      if (link.readable && !link.digest.starts_with(name.digest12)) {
        problem(link_name(name.number) +
                " was altered: its digest is not the one that its name tells");
      }
      if (!again) links_.push_back(std::move(link));
    }
    return ok_status();
  }

  // Bytes of a link; "" where it is larger than a report can be.
  Result<std::string> read_link(const LinkName& name) {
    auto bytes = read_file(folder_ + "/" + name.name, limits::kReportBytes);
    if (!bytes.ok() && bytes.error().code == Code::kTooLarge) return std::string();
    return bytes;
  }

  Status read_pending() {
    const auto bytes = read_file(folder_ + std::string(kPendingName), limits::kReportBytes);
    if (!bytes.ok()) {
      return bytes.error().code == Code::kNotFound ? ok_status() : Status(bytes.error());
    }
    const auto report = parse_report_file(*bytes);
    const bool is_link = report.ok() && head_ && to_hex(report->digest) == head_->digest;
    const bool is_new = links_.empty() || links_.back().number < result_.head.number;
    if (is_link && is_new) links_.push_back(read_report(*bytes, head_->number));
    return ok_status();
  }

  Link read_report(std::string_view bytes, std::uint64_t number) {
    Link link;
    link.number = number;
    const auto report = parse_report_file(bytes);
    if (!report.ok()) {
      problem(link_name(number) + " was altered: " + to_string(report.error()));
      return link;
    }
    link.sealed = report->envelope.has_value();
    link.digest = to_hex(report->digest);
    const auto statement = parse_any_statement(report->payload);
    if (!statement.ok()) {
      problem(link_name(number) + " was altered: " + to_string(statement.error()));
      return link;
    }
    link.readable = true;
    link.previous = previous_of(*statement);
    if (report->envelope) check_signature(*report->envelope, time_of(*statement), number);
    return link;
  }

  void check_signature(const Envelope& envelope, std::int64_t time_s, std::uint64_t number) {
    const auto signers = trusted_signers(envelope, trust_);
    if (signers.empty()) {
      problem(link_name(number) + " is foreign: no trusted key signed it");
    } else if (valid_signer(signers, time_s) == nullptr) {
      problem(link_name(number) + ": " + validity_problem(*signers.front(), time_s));
    }
  }

  void check_order() {
    std::uint64_t expected = 1;
    std::string previous(kNoReport);
    for (const Link& link : links_) {
      const bool gap = link.number != expected;
      if (gap) {
        const std::uint64_t last = link.number - 1;
        problem(expected == last ? link_name(expected) + " is missing"
                                 : "links " + std::to_string(expected) + " to " +
                                       std::to_string(last) + " are missing");
      }
      if (link.readable && !gap && !previous.empty() && link.previous != previous) {
        problem(link_name(link.number) + misfit(link));
      }
      previous = link.digest;
      expected = link.number + 1;
    }
  }

  // How a link that does not follow the one before it came here.
  [[nodiscard]] std::string misfit(const Link& link) const {
    if (link.previous == kNoReport) return " is foreign: it begins another chain";
    const auto before = std::ranges::find(links_, link.previous, &Link::digest);
    if (before == links_.end()) {
      return " is foreign or follows an altered one: the report that it follows is not here";
    }
    return " was moved: it follows " + link_name(before->number) + " and not " +
           link_name(link.number - 1);
  }

  void check_head() {
    if (head_is_bad_) return;
    const std::uint64_t last = links_.empty() ? 0 : links_.back().number;
    if (!head_) {
      if (last > 0) problem("the head is missing: links may have been cut off");
    } else if (head_->number > last) {
      problem("the chain was cut off: its head names " + link_name(head_->number) +
              ", the last one here is " + (last == 0 ? "none" : link_name(last)));
    } else if (head_->number < last) {
      problem(link_name(last) + " is foreign: the chain ends with " + link_name(head_->number));
    } else if (last > 0 && !links_.back().digest.empty() && links_.back().digest != head_->digest) {
      problem(link_name(last) + " was replaced: the head names another report");
    }
  }

  void count(std::string_view wanted) {
    result_.n_links = links_.size();
    for (const Link& link : links_) {
      if (link.sealed) {
        result_.n_unsealed_last = 0;
      } else {
        ++result_.n_unsealed;
        ++result_.n_unsealed_last;
      }
      if (!wanted.empty() && link.digest == wanted) result_.position = link.number;
    }
  }

  const std::string& folder_;
  const TrustFile& trust_;
  std::optional<ChainHead> head_;
  bool head_is_bad_ = false;
  std::vector<Link> links_;
  ChainCheck result_;
};

}  // namespace

Result<ChainCheck> check_chain(const std::string& folder, const TrustFile& trust,
                               std::string_view wanted) {
  return Checker(folder, trust).check(wanted);
}

}  // namespace ragsieve
