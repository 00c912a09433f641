// TLS of the server's TCP addresses: a certificate with its key, from PEM files. TLS 1.2 at least,
// key exchanges that keep old traffic closed, HTTP/1.1 by ALPN, no resumption and no renegotiation.
#pragma once

#include <memory>
#include <string>

#include "ragsieve/base/result.h"

namespace ragsieve {

struct TlsFiles {
  std::string certificate;  // its chain behind it
  std::string key;          // not locked; for its owner alone
};

struct TlsContext;  // server/http_stream.h

// Reads both. kInvalidConfig naming the file that is no PEM, of a key that others may read, that is
// locked or too weak, or that is not the certificate's; kNotFound and kIo of a file. Thread-safe;
// the context may be shared by threads.
[[nodiscard]] Result<std::shared_ptr<TlsContext>> load_tls(const TlsFiles& files);

}  // namespace ragsieve
