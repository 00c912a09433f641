#include "ragsieve/text/piece_table.h"

#include <algorithm>

namespace ragsieve {
namespace {

std::uint64_t hash_of(std::string_view piece) {
  std::uint64_t hash = PieceTable::kEmptyHash;
  for (const char byte : piece) hash = PieceTable::extend(hash, byte);
  return hash;
}

// FNV's low bits are its weak ones.
std::size_t first_slot(std::uint64_t hash, std::size_t n_slots) {
  return static_cast<std::size_t>(hash ^ (hash >> 32U)) & (n_slots - 1);
}

}  // namespace

// The slot that holds the piece, or the free one where it would go. There is always a free one.
std::size_t PieceTable::slot_of(std::string_view piece, std::uint64_t hash) const {
  std::size_t i = first_slot(hash, slots_.size());
  for (; slots_[i].id >= 0; i = (i + 1) & (slots_.size() - 1)) {
    const Slot& slot = slots_[i];
    if (slot.hash != hash || slot.n_bytes != piece.size()) continue;
    if (bytes_.compare(slot.offset, slot.n_bytes, piece) == 0) break;
  }
  return i;
}

void PieceTable::grow() {
  std::vector<Slot> old(std::max<std::size_t>(16, slots_.size() * 2));
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.id < 0) continue;
    std::size_t i = first_slot(slot.hash, slots_.size());
    while (slots_[i].id >= 0) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = slot;
  }
}

bool PieceTable::insert(std::string_view piece, std::int32_t id) {
  if (2 * (n_pieces_ + 1) > slots_.size()) grow();
  const std::uint64_t hash = hash_of(piece);
  Slot& slot = slots_[slot_of(piece, hash)];
  if (slot.id >= 0) return false;
  slot = {hash, static_cast<std::uint32_t>(bytes_.size()), static_cast<std::uint32_t>(piece.size()),
          id};
  bytes_ += piece;
  longest_bytes_ = std::max(longest_bytes_, piece.size());
  ++n_pieces_;
  return true;
}

std::optional<std::int32_t> PieceTable::find(std::string_view piece, std::uint64_t hash) const {
  if (slots_.empty()) return std::nullopt;
  const Slot& slot = slots_[slot_of(piece, hash)];
  if (slot.id < 0) return std::nullopt;
  return slot.id;
}

std::optional<std::int32_t> PieceTable::find(std::string_view piece) const {
  return find(piece, hash_of(piece));
}

}  // namespace ragsieve
