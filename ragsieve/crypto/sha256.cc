// libsodium's SHA-256. Files are read in pieces rather than mapped: a file that another program
// shortens meanwhile is then an error or another digest, never a signal.
#include "ragsieve/crypto/sha256.h"

#include <fcntl.h>
#include <sodium.h>
#include <unistd.h>

#include <cerrno>
#include <type_traits>
#include <vector>

#include "ragsieve/crypto/sodium_start.h"

namespace ragsieve {
namespace {

using State = crypto_hash_sha256_state;

const unsigned char* unsigned_bytes(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

State* state_of(std::array<std::byte, 256>& storage) {
  static_assert(sizeof(State) <= 256 && alignof(State) <= 64);
  static_assert(std::is_trivially_copyable_v<State>);
  return reinterpret_cast<State*>(storage.data());
}

Result<Digest> hash_descriptor(int descriptor, const std::string& path) {
  constexpr std::size_t kPieceBytes = std::size_t{1} << 20;
  std::vector<char> piece(kPieceBytes);
  Sha256 hash;
  while (true) {
    const ssize_t n_read = ::read(descriptor, piece.data(), piece.size());
    if (n_read == 0) return hash.finish();
    if (n_read > 0) {
      hash.add({piece.data(), static_cast<std::size_t>(n_read)});
    } else if (errno != EINTR) {
      return system_error(errno, "read", path);
    }
  }
}

}  // namespace

Digest sha256(std::string_view bytes) {
  ensure_sodium();
  Digest digest;
  crypto_hash_sha256(digest.bytes.data(), unsigned_bytes(bytes), bytes.size());
  return digest;
}

Result<Digest> sha256_file(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return system_error(errno, "open", path);
  auto digest = hash_descriptor(descriptor, path);
  ::close(descriptor);
  return digest;
}

Sha256::Sha256() {
  ensure_sodium();
  crypto_hash_sha256_init(state_of(state_));
}

Sha256& Sha256::add(std::string_view bytes) {
  crypto_hash_sha256_update(state_of(state_), unsigned_bytes(bytes), bytes.size());
  return *this;
}

Sha256& Sha256::add_field(std::string_view field) {
  std::array<char, 8> length;
  for (std::size_t i = 0; i < length.size(); ++i) {
    length[i] = static_cast<char>((std::uint64_t{field.size()} >> (8 * i)) & 0xFFU);
  }
  return add({length.data(), length.size()}).add(field);
}

Digest Sha256::finish() {
  Digest digest;
  crypto_hash_sha256_final(state_of(state_), digest.bytes.data());
  return digest;
}

}  // namespace ragsieve
