// libsodium asks to be started before anything else of it is used. Internal to this folder.
#pragma once

namespace ragsieve {

// Starts libsodium once; later calls cost nothing. Thread-safe. It fails only where the system has
// no source of random bytes: then the process ends, because no key could be trusted.
void ensure_sodium();

}  // namespace ragsieve
