// For the tests of TLS: certificates that sign themselves, and a client that speaks TLS over TCP to
// this machine. What cannot be made ends the test's program.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/stat.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "server/http_client_testing.h"
#include "server/tls.h"

namespace ragsieve::testing_tls {

inline void must(bool holds) {
  if (!holds) std::abort();
}

template <typename Write>
void write_pem(const std::string& path, mode_t mode, Write write) {
  std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "wb"), &std::fclose);
  must(file != nullptr && write(file.get()) == 1 && ::fchmod(fileno(file.get()), mode) == 0);
}

// FOLDER/NAME.pem and FOLDER/NAME.key.pem, of P-256, for a day.
inline TlsFiles make_certificate(const std::string& folder, const std::string& name) {
  const std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
  const std::unique_ptr<X509, void (*)(X509*)> made(X509_new(), &X509_free);
  must(key != nullptr && X509_set_version(made.get(), X509_VERSION_3) == 1);
  must(ASN1_INTEGER_set(X509_get_serialNumber(made.get()), 1) == 1);
  X509_gmtime_adj(X509_getm_notBefore(made.get()), -3600);
  X509_gmtime_adj(X509_getm_notAfter(made.get()), 86'400);
  X509_NAME* subject = X509_get_subject_name(made.get());
  must(X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8,
                                  reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1,
                                  0) == 1);
  must(X509_set_issuer_name(made.get(), subject) == 1);
  must(X509_set_pubkey(made.get(), key.get()) == 1);
  must(X509_sign(made.get(), key.get(), EVP_sha256()) > 0);
  TlsFiles files{folder + "/" + name + ".pem", folder + "/" + name + ".key.pem"};
  write_pem(files.certificate, 0644, [&](FILE* file) { return PEM_write_X509(file, made.get()); });
  write_pem(files.key, 0600, [&](FILE* file) {
    return PEM_write_PrivateKey(file, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  });
  return files;
}

// Writes the key anew, locked.
inline void lock_key(const std::string& path, std::string passphrase) {
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  must(file != nullptr);
  const std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> key(
      PEM_read_PrivateKey(file.get(), nullptr, nullptr, nullptr), &EVP_PKEY_free);
  must(key != nullptr);
  write_pem(path, 0600, [&](FILE* to) {
    return PEM_write_PrivateKey(to, key.get(), EVP_aes_256_cbc(),
                                reinterpret_cast<unsigned char*>(passphrase.data()),
                                static_cast<int>(passphrase.size()), nullptr, nullptr);
  });
}

// A socket to 127.0.0.1:PORT, -1 where nobody listens.
inline int connect_tcp(const std::string& address) {
  sockaddr_in peer{};
  peer.sin_family = AF_INET;
  peer.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  peer.sin_port =
      htons(static_cast<std::uint16_t>(std::stoi(address.substr(address.find(':') + 1))));
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  if (::connect(fd, reinterpret_cast<sockaddr*>(&peer), sizeof(peer)) == 0) return fd;
  ::close(fd);
  return -1;
}

struct TlsClientOptions {
  int version = 0;          // the newest that it speaks; 0: any
  std::string alpn = "";    // as ALPN writes it
  bool shake_hands = true;  // false: connects and is silent
};

// Believes every certificate.
class TlsClient : public RawClient {
 public:
  explicit TlsClient(const std::string& address, const TlsClientOptions& options = {})
      : RawClient(connect_tcp(address)),
        context_(SSL_CTX_new(TLS_client_method()), &SSL_CTX_free),
        tls_(nullptr, &SSL_free) {
    if (options.version != 0) {
      SSL_CTX_set_security_level(context_.get(), 0);  // else it would not offer what is old
      SSL_CTX_set_max_proto_version(context_.get(), options.version);
    }
    tls_.reset(SSL_new(context_.get()));
    must(tls_ != nullptr && SSL_set_fd(tls_.get(), descriptor()) == 1);
    if (!options.alpn.empty()) {
      SSL_set_alpn_protos(tls_.get(), reinterpret_cast<const unsigned char*>(options.alpn.data()),
                          static_cast<unsigned>(options.alpn.size()));
    }
    secured_ = options.shake_hands && SSL_connect(tls_.get()) == 1;
  }

  [[nodiscard]] bool secured() const { return secured_; }
  [[nodiscard]] int version() const { return SSL_version(tls_.get()); }
  [[nodiscard]] std::string protocol() const {
    const unsigned char* chosen = nullptr;
    unsigned n = 0;
    SSL_get0_alpn_selected(tls_.get(), &chosen, &n);
    return std::string(reinterpret_cast<const char*>(chosen), n);
  }
  // Of the certificate that it was shown.
  [[nodiscard]] std::string name() const {
    char text[256] = "";
    const std::unique_ptr<X509, void (*)(X509*)> shown(SSL_get1_peer_certificate(tls_.get()),
                                                       &X509_free);
    must(shown != nullptr);
    X509_NAME_get_text_by_NID(X509_get_subject_name(shown.get()), NID_commonName, text,
                              sizeof(text));
    return text;
  }
  // Whether the server has said that nothing more comes, before it closed.
  [[nodiscard]] bool ended_orderly() const {
    return (SSL_get_shutdown(tls_.get()) & SSL_RECEIVED_SHUTDOWN) != 0;
  }
  // Says that nothing more comes and closes.
  void leave() {
    SSL_shutdown(tls_.get());
    close();
  }

 protected:
  [[nodiscard]] ssize_t write_bytes(const char* bytes, std::size_t n) override {
    return SSL_write(tls_.get(), bytes, static_cast<int>(n));
  }
  [[nodiscard]] ssize_t read_bytes(char* bytes, std::size_t n) override {
    return SSL_read(tls_.get(), bytes, static_cast<int>(n));
  }
  [[nodiscard]] bool has_buffered() const override { return SSL_pending(tls_.get()) > 0; }

 private:
  std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> context_;
  std::unique_ptr<SSL, void (*)(SSL*)> tls_;
  bool secured_ = false;
};

}  // namespace ragsieve::testing_tls
