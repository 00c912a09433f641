// Every limit on input from outside, in one place. A reader that hits one returns kTooLarge and
// names the limit. Raise a limit only with a test that hits the new one.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ragsieve::limits {

inline constexpr std::size_t kLineBytes = std::size_t{16} << 20;      // one JSONL record
inline constexpr std::size_t kDocumentBytes = std::size_t{16} << 20;  // one file of a folder
inline constexpr std::size_t kConfigBytes = std::size_t{1} << 20;     // one TOML or JSON file
inline constexpr std::size_t kVocabBytes = std::size_t{64} << 20;     // vocab.txt
inline constexpr std::size_t kSafetensorsHeaderBytes = std::size_t{32} << 20;
inline constexpr std::size_t kNpyHeaderBytes = std::size_t{64} << 10;
inline constexpr std::size_t kJsonDepth = 64;
inline constexpr std::size_t kIdBytes = 1024;
inline constexpr std::size_t kCorpusRecords = std::size_t{1} << 31;  // rows are uint32
inline constexpr std::size_t kDimension = 65536;                     // of one vector
inline constexpr std::size_t kContextDocuments = 10000;              // of one query
inline constexpr double kVectorMagnitude = 1e18;                     // of one component
inline constexpr int kThreads = 256;

}  // namespace ragsieve::limits
