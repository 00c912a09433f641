// What reviewers decided about documents: who, when, why, which report it answers and which new
// report says so. A report is decided on once; notes may be many.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/store/database.h"
#include "ragsieve/store/page.h"

namespace ragsieve {

enum class DecisionAction { kRelease, kReject, kNote };

// "release", "reject", "note"
[[nodiscard]] std::string_view decision_name(DecisionAction action);
[[nodiscard]] std::optional<DecisionAction> decision_from_name(std::string_view name);

struct StoredDecision {
  std::int64_t sequence = 0;  // given by the store
  std::string document;       // id of a stored document
  DecisionAction action = DecisionAction::kNote;
  std::string who;
  std::string reason;
  std::optional<Digest> answers;  // a stored report; only a note may lack it
  std::optional<Digest> report;   // the new one, stored before; only a note may lack it
  std::int64_t time_us = 0;
};

class DecisionsStore {
 public:
  explicit DecisionsStore(Database& database) : database_(database) {}

  // is_duplicate() where the report that it answers was decided on already.
  [[nodiscard]] Result<std::int64_t> add(const StoredDecision& decision);
  // Newest first.
  [[nodiscard]] Result<std::vector<StoredDecision>> of_document(const std::string& document,
                                                                const Page& page);
  // What was decided on the report; notes are none.
  [[nodiscard]] Result<std::optional<StoredDecision>> on_report(const Digest& answers);

 private:
  Database& database_;
};

}  // namespace ragsieve
