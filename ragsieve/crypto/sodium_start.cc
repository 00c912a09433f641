#include "ragsieve/crypto/sodium_start.h"

#include <sodium.h>

#include <cstdlib>

namespace ragsieve {

void ensure_sodium() {
  static const int result = sodium_init();
  if (result < 0) std::abort();
}

}  // namespace ragsieve
