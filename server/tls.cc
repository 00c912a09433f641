#include "server/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509err.h>

#include <string_view>
#include <utility>

#include "ragsieve/base/file.h"
#include "ragsieve/evidence/key_file.h"
#include "server/http_stream.h"

namespace ragsieve {
namespace {

using ErrorCode = boost::system::error_code;

constexpr std::size_t kPemBytes = std::size_t{1} << 20;
constexpr std::string_view kProtocol("\x08http/1.1", 9);  // as ALPN writes it

Error unusable(const std::string& path, const std::string& what) {
  return make_error(Code::kInvalidConfig, what, Where{path, 0, ""});
}

// Who speaks ALPN and not HTTP/1.1 is told so by the alert of the handshake.
int choose_protocol(SSL* /*connection*/, const unsigned char** chosen, unsigned char* size,
                    const unsigned char* offered, unsigned n_offered, void* /*unused*/) {
  unsigned char* found = nullptr;
  const int outcome =
      SSL_select_next_proto(&found, size, reinterpret_cast<const unsigned char*>(kProtocol.data()),
                            static_cast<unsigned>(kProtocol.size()), offered, n_offered);
  if (outcome != OPENSSL_NPN_NEGOTIATED) return SSL_TLSEXT_ERR_ALERT_FATAL;
  *chosen = found;
  return SSL_TLSEXT_ERR_OK;
}

void set_rules(SSL_CTX* context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20");  // of TLS 1.2
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_num_tickets(context, 0);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_alpn_select_cb(context, choose_protocol, nullptr);
}

Status use_certificate(net::ssl::context& context, const std::string& path) {
  RAGSIEVE_TRY(const std::string pem, read_file(path, kPemBytes));
  ErrorCode error;
  context.use_certificate_chain(net::buffer(pem), error);
  if (!error) return ok_status();
  return unusable(path, "cannot be used as a certificate in PEM (" + error.message() + ")");
}

Status use_key(net::ssl::context& context, const TlsFiles& files) {
  RAGSIEVE_TRY(const SecretBytes pem, read_private_file(files.key, kPemBytes));
  ErrorCode error;
  context.set_password_callback(
      [](std::size_t, net::ssl::context::password_purpose) { return std::string(); }, error);
  if (!error) {
    context.use_private_key(net::buffer(pem.data(), pem.size()), net::ssl::context::pem, error);
  }
  if (!error) return ok_status();
  const int reason = ERR_GET_REASON(static_cast<unsigned long>(error.value()));
  if (reason == X509_R_KEY_VALUES_MISMATCH || reason == X509_R_KEY_TYPE_MISMATCH) {
    return unusable(files.key, "is not the key of the certificate " + files.certificate);
  }
  return unusable(files.key, "cannot be used as a private key in PEM without a passphrase (" +
                                 error.message() + ")");
}

}  // namespace

Result<std::shared_ptr<TlsContext>> load_tls(const TlsFiles& files) {
  auto made = std::make_shared<TlsContext>();
  set_rules(made->context.native_handle());
  RAGSIEVE_CHECK(use_certificate(made->context, files.certificate));
  RAGSIEVE_CHECK(use_key(made->context, files));
  return made;
}

}  // namespace ragsieve
