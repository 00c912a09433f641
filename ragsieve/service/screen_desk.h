// Screens documents for callers and keeps what was found: document, verdict and sealed report are
// one transaction, and what is returned is durable. Thread-safe.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/clock.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/screen_records.h"
#include "ragsieve/evidence/statement.h"
#include "ragsieve/json/value.h"
#include "ragsieve/pipeline/candidates.h"
#include "ragsieve/service/gates.h"
#include "ragsieve/service/idempotent.h"
#include "ragsieve/service/report_log.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

struct ScreenRequest {
  std::string corpus;
  std::string id;  // the sender's name of the document: 1 to 1024 bytes
  std::string media_type = "text/plain";
  std::string text;
  std::optional<Supersedes> supersedes;
};

// What was measured of a document and is not kept yet.
struct MeasuredDocument {
  StoredDocument document;
  bool is_stored = false;  // it was screened before
  ScreenRecord record;
  Statement statement;
  SealContext context;
  std::optional<Supersedes> supersedes;
};

struct ScreenedDocument {
  std::string document;  // of the upload
  ScreenRecord record;
};

// What is said of a screened document: its record and `document`. With `words` as it is answered to
// who sent it, without as it is kept in lists.
[[nodiscard]] json::Object screened_json(const ScreenedDocument& screened, bool words);

// What else is kept in the transaction of a screened document; may be empty.
using KeepWith = std::function<Status(Stores&, const ScreenedDocument&)>;

// The answer to a request: the record with its words, or the job that it became before.
struct ScreenAnswer {
  json::Value record;
  std::string job;  // empty: there is a record
};

struct MeasureHow {
  bool wait = false;     // a corpus that is not ready yet is opened
  bool remember = true;  // see ScreenBatch
};

class ScreenDesk {
 public:
  struct Parts {
    StateStore& state;
    const Clock& clock;
    Gates& gates;
    const ReportLog& reports;
    ModelsInUse models;
    CandidateOptions candidates;
  };
  explicit ScreenDesk(Parts parts) : parts_(parts) {}

  // Measures and keeps. kInvalidArgument naming the member; kInvalidInput for a text that is empty,
  // kTooLarge; errors of Gates::of; kCancelled: then nothing was kept.
  [[nodiscard]] Result<ScreenedDocument> screen(const ScreenRequest& request,
                                                const std::string& who, const RunOptions& run,
                                                const KeepWith& with = {});

  // screen() under an Idempotency-Key: the same request again gets the first answer and is not
  // measured again; of a record whose words were forgotten, that without them. kInvalidInput where
  // the key came with another request.
  [[nodiscard]] Result<ScreenAnswer> screen_once(const ScreenRequest& request,
                                                 const std::string& who, const RunOptions& run,
                                                 const std::optional<IdempotentRequest>& once);

  // A document that was screened before, against its corpus as it is now: a verdict and a report of
  // its own. kNotFound; kInvalidInput where its text was forgotten.
  [[nodiscard]] Result<ScreenedDocument> screen_again(const std::string& document,
                                                      const std::string& who, const RunOptions& run,
                                                      const KeepWith& with = {});

  // The first half of screen_again(), for a document that was read: nothing is kept or remembered.
  // kInvalidInput where its text was forgotten; other errors as measure().
  [[nodiscard]] Result<MeasuredDocument> measure_again(const StoredDocument& document,
                                                       const RunOptions& run);

  // The documents of one corpus, looked at as one set too. A document that cannot be read is an
  // error in its place and hides no other.
  [[nodiscard]] Result<std::vector<Result<MeasuredDocument>>> measure(
      const std::string& corpus, const std::vector<ScreenRequest>& requests, const RunOptions& run,
      const MeasureHow& how = {});

  // Inside a transaction: the document, its report at the end of the chain, its verdict, a line of
  // the log. `job`: that it belongs to.
  [[nodiscard]] Result<ScreenedDocument> keep(Stores& stores, const MeasuredDocument& measured,
                                              const std::string& who,
                                              const std::optional<std::string>& job = {}) const;

 private:
  [[nodiscard]] Result<ScreenedDocument> keep_alone(const MeasuredDocument& measured,
                                                    const std::string& who,
                                                    const KeepWith& with) const;
  [[nodiscard]] Result<std::optional<ScreenAnswer>> earlier_answer(const IdempotentRequest& once);
  [[nodiscard]] Result<MeasuredDocument> measure_one(const ScreenRequest& request,
                                                     const RunOptions& run,
                                                     const MeasureHow& how = {});
  [[nodiscard]] Result<StoredDocument> stored_document(const std::string& id);
  [[nodiscard]] Result<MeasuredDocument> measure_stored(const StoredDocument& document,
                                                        const RunOptions& run, bool remember);
  Parts parts_;
};

}  // namespace ragsieve
