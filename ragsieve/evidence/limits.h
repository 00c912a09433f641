// Limits on the files of evidence, which come from outside. A reader that hits one returns
// kTooLarge and names it.
#pragma once

#include <cstddef>

namespace ragsieve::limits {

inline constexpr std::size_t kReportBytes = std::size_t{4} << 20;  // a report, sealed or not
inline constexpr std::size_t kSignatures = 16;                     // of one envelope
inline constexpr std::size_t kKeyHintBytes = 256;                  // keyid of a signature
inline constexpr std::size_t kTrustBytes = std::size_t{1} << 20;
inline constexpr std::size_t kTrustedKeys = 256;
inline constexpr std::size_t kKeyFileBytes = std::size_t{16} << 10;
inline constexpr std::size_t kPassphraseBytes = 1024;
inline constexpr std::size_t kStatementSignals = 32;
inline constexpr std::size_t kStatementModels = 32;
inline constexpr std::size_t kStatementRules = 64;        // decisive ones
inline constexpr std::size_t kStatementReasons = 64;      // plain-English lines
inline constexpr std::size_t kStatementTextBytes = 4096;  // one name, reason or line
inline constexpr std::size_t kChainHeadBytes = 1024;

}  // namespace ragsieve::limits
