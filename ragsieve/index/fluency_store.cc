#include "ragsieve/index/fluency_store.h"

#include <bit>
#include <cstdint>
#include <utility>

#include "ragsieve/index/index_files.h"
#include "ragsieve/index/index_store.h"
#include "ragsieve/stats/stored_form.h"

namespace ragsieve {
namespace {

constexpr std::string_view kMagic = "RSNGRAM1";
constexpr std::uint64_t kMostCount = 1ULL << 31;  // where a counter stops
constexpr int kMostShift = 28;                    // five bytes hold any count and any gap

void put(StoredWriter& writer, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) writer.number(static_cast<std::uint8_t>(value | 0x80U));
  writer.number(static_cast<std::uint8_t>(value));
}

std::uint64_t take(StoredReader& reader) {
  std::uint64_t value = 0;
  for (int shift = 0; shift <= kMostShift; shift += 7) {
    const auto byte = reader.number<std::uint8_t>();
    value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
    if (byte < 0x80) break;
  }
  return value;
}

struct Head {
  HashCountsShape shape;
  std::uint64_t above_zero = 0;
};

void write_head(const HashCounts& counts, StoredWriter& writer) {
  const HashCountsShape shape = counts.shape();
  std::uint64_t above_zero = 0;
  for (std::size_t at = 0; at < shape.n_counters; ++at) above_zero += counts.counter(at) > 0;
  writer.number(static_cast<std::uint64_t>(shape.n_counters));
  writer.number(shape.n_added);
  writer.number(above_zero);
}

void write_counters(const HashCounts& counts, StoredWriter& writer) {
  std::size_t next = 0;
  for (std::size_t at = 0; at < counts.shape().n_counters; ++at) {
    const std::uint32_t count = counts.counter(at);
    if (count == 0) continue;
    put(writer, at - next);
    put(writer, count);
    next = at + 1;
  }
}

Head read_head(StoredReader& reader) {
  Head head;
  head.shape.n_counters = reader.number<std::uint64_t>();
  head.shape.n_added = reader.number<std::uint64_t>();
  head.above_zero = reader.number<std::uint64_t>();
  return head;
}

bool possible(const Head& head) {
  return head.shape.n_counters >= 2 && std::has_single_bit(head.shape.n_counters) &&
         head.above_zero <= head.shape.n_counters;
}

// Whether the counters are such as write_counters() writes; fills `counts`, all 0 before.
bool read_counters(StoredReader& reader, std::uint64_t above_zero, HashCounts& counts) {
  const std::size_t n_counters = counts.shape().n_counters;
  std::size_t next = 0;
  for (std::uint64_t i = 0; i < above_zero; ++i) {
    const std::uint64_t gap = take(reader);
    const std::uint64_t count = take(reader);
    if (!reader.fault().empty() || gap >= n_counters - next) return false;
    if (count < 1 || count > kMostCount) return false;
    counts.set_counter(next + gap, static_cast<std::uint32_t>(count));
    next += gap + 1;
  }
  return true;
}

Error corrupt(const std::string& path, const std::string& what) {
  return make_error(Code::kCorrupt, what + "; build the index again", Where{path, 0, ""});
}

}  // namespace

std::string stored_ngram_counts(const NgramCounts& counts) {
  StoredWriter writer(kMagic);
  write_head(counts.words(), writer);
  write_head(counts.pairs(), writer);
  write_counters(counts.words(), writer);
  write_counters(counts.pairs(), writer);
  return std::move(writer).finish();
}

Result<std::unique_ptr<const NgramCounts>> parse_ngram_counts(std::string_view bytes,
                                                              std::size_t max_bytes,
                                                              const std::string& path) {
  StoredReader reader(bytes, kMagic);
  const Head words = read_head(reader);
  const Head pairs = read_head(reader);
  if (!reader.fault().empty()) return corrupt(path, reader.fault());
  if (!possible(words) || !possible(pairs)) {
    return corrupt(path, "states numbers of counters that cannot be");
  }
  const std::size_t most = max_bytes / sizeof(std::uint32_t);
  if (words.shape.n_counters > most || pairs.shape.n_counters > most - words.shape.n_counters) {
    return make_error(Code::kTooLarge,
                      "its word counts need more than " + std::to_string(max_bytes) +
                          " bytes of memory, which is all that they may take",
                      Where{path, 0, ""});
  }
  auto counts = std::make_unique<NgramCounts>(words.shape, pairs.shape);
  const bool whole = read_counters(reader, words.above_zero, counts->words()) &&
                     read_counters(reader, pairs.above_zero, counts->pairs());
  if (!whole || reader.bytes_left() > 0) {
    return corrupt(path, "holds other counters than its head states");
  }
  return std::unique_ptr<const NgramCounts>(std::move(counts));
}

Result<std::unique_ptr<const NgramCounts>> load_ngram_counts(const std::string& folder,
                                                             const IndexManifest& manifest,
                                                             std::size_t max_bytes) {
  const IndexSegment* segment = manifest.segment(kFluencyKind);
  if (segment == nullptr) return std::unique_ptr<const NgramCounts>();
  RAGSIEVE_TRY(const MappedFile file,
               open_segment(folder, manifest, kFluencyKind, IndexCheck::kDigests));
  return parse_ngram_counts(file.bytes(), max_bytes, path_in(folder, segment->file));
}

}  // namespace ragsieve
