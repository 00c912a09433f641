// A hash table from the bytes of a word piece to its id, made for "longest match first": the hash
// of every beginning of a word comes from one pass over it (PieceTable::extend), so a probe costs
// no further look at the bytes unless it hits. Immutable once filled; then thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ragsieve {

class PieceTable {
 public:
  static constexpr std::uint64_t kEmptyHash = 0xCBF29CE484222325U;  // FNV-1a's offset basis

  // The hash of a piece followed by `byte`, from the hash of the piece (FNV-1a).
  [[nodiscard]] static std::uint64_t extend(std::uint64_t hash, char byte) {
    return (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3U;
  }

  // Adds `piece`; false, and nothing is changed, where it is there already. Pieces together hold
  // less than 4 GiB.
  bool insert(std::string_view piece, std::int32_t id);

  // The id of `piece`, whose hash the caller has from extend().
  [[nodiscard]] std::optional<std::int32_t> find(std::string_view piece, std::uint64_t hash) const;
  [[nodiscard]] std::optional<std::int32_t> find(std::string_view piece) const;

  // Bytes of the longest piece: nothing longer is worth a probe.
  [[nodiscard]] std::size_t longest_bytes() const { return longest_bytes_; }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t offset = 0;  // of the piece in bytes_
    std::uint32_t n_bytes = 0;
    std::int32_t id = -1;  // negative: the slot is free
  };
  [[nodiscard]] std::size_t slot_of(std::string_view piece, std::uint64_t hash) const;
  void grow();

  std::vector<Slot> slots_;  // a power of two, at most half full, linear probing
  std::size_t n_pieces_ = 0;
  std::string bytes_;
  std::size_t longest_bytes_ = 0;
};

}  // namespace ragsieve
