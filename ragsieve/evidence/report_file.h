// A report as a file: a DSSE envelope (`.dsse.json`), or, where no key was configured, the
// statement with the words "sealed": false (`.report.json`). Both have the same digest: sha256 of
// the statement's canonical bytes, which are the payload of the envelope. Values, no I/O.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/evidence/any_statement.h"
#include "ragsieve/evidence/dsse.h"

namespace ragsieve {

inline constexpr std::string_view kSealedSuffix = ".dsse.json";
inline constexpr std::string_view kUnsealedSuffix = ".report.json";

struct ReportFile {
  std::optional<Envelope> envelope;  // none: unsealed
  std::string payload;               // bytes of the statement; of an envelope not yet verified
  Digest digest;                     // of the payload
};

// kInvalidInput, kTooLarge: neither form. The statement itself is not read yet.
[[nodiscard]] Result<ReportFile> parse_report_file(std::string_view bytes);

// The bytes of a report: sealed with `key`, or unsealed where that is null. Errors of
// check_before_signing().
[[nodiscard]] Result<std::string> report_bytes(const AnyStatement& statement,
                                               const PrivateKey* key);

// Adds the key's signature to an unsealed report. kInvalidArgument where it is sealed already.
[[nodiscard]] Result<std::string> seal_report_bytes(const ReportFile& report,
                                                    const PrivateKey& key);

// Where the sealed form of an unsealed report belongs: "x.report.json" becomes "x.dsse.json", any
// other name gets ".dsse.json" behind it.
[[nodiscard]] std::string sealed_path(std::string_view unsealed_path);

}  // namespace ragsieve
