#include "server/serve_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "ragsieve/base/limits.h"
#include "ragsieve/config/config.h"
#include "ragsieve/evidence/key_file.h"
#include "ragsieve/json/value.h"
#include "server/api/answer.h"
#include "server/http_server.h"
#include "server/metrics_handler.h"
#include "server/request_log.h"
#include "server/router.h"
#include "server/service.h"
#include "server/stop_signals.h"
#include "server/tls.h"

namespace ragsieve {
namespace {

struct ServeFlags {
  std::string config;
  int threads = 0;
  std::string listen;
  std::string key;
  std::string passphrase_file;
  std::string first_key;
};

std::int64_t now_us() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

const char* level_name(LogLevel level) {
  if (level == LogLevel::kDebug) return "debug";
  return level == LogLevel::kInfo ? "info" : "warning";
}

// One line of JSON on stderr for each thing that happens.
LogSink log_to_stderr() {
  auto mutex = std::make_shared<std::mutex>();
  return [mutex](LogLevel level, std::string_view line) {
    if (level == LogLevel::kDebug) return;
    const std::string text =
        json::dump(json::Object{
            {"time", api::time_text(now_us())}, {"level", level_name(level)}, {"message", line}}) +
        "\n";
    const std::lock_guard lock(*mutex);
    std::fwrite(text.data(), 1, text.size(), stderr);
  };
}

int thread_count(const ServeFlags& flags, const Config& config) {
  const int asked = flags.threads != 0 ? flags.threads : static_cast<int>(config.run.threads);
  if (asked != 0) return asked;
  return static_cast<int>(
      std::clamp<unsigned>(std::thread::hardware_concurrency(), 1, limits::kThreads));
}

std::vector<std::string> addresses_of(const std::string& list) {
  std::vector<std::string> addresses;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    std::string address = list.substr(begin, end - begin);
    std::erase(address, ' ');
    if (!address.empty()) addresses.push_back(std::move(address));
    begin = end + 1;
  }
  return addresses;
}

// That no key is needed is a thing of this machine alone.
Status check_open_locally(const Config& config, const std::vector<std::string>& addresses) {
  if (!config.server.open_locally) return ok_status();
  for (const std::string& address : addresses) {
    const bool local = address.starts_with("127.") || address.starts_with("[::1]:") ||
                       address.starts_with("localhost:") || address.starts_with("unix:");
    if (!local) {
      return make_error(
          Code::kInvalidConfig,
          "[server] open_locally does without keys, and " + address +
              " can be reached by other machines; listen on 127.0.0.1, [::1] or unix:",
          Where{"", 0, "server.listen"});
    }
  }
  return ok_status();
}

// Null where no certificate is configured.
Result<std::shared_ptr<TlsContext>> configured_tls(const Config& config) {
  const Config::Server& server = config.server;
  if (server.tls_certificate.empty()) return std::shared_ptr<TlsContext>();
  return load_tls({server.tls_certificate, server.tls_key});
}

// What a new certificate is put in place for: connections that come from then on.
void renew_tls(const Config& config, HttpServer& server, const LogSink& log) {
  auto tls = configured_tls(config);
  if (!tls.ok()) {
    log(LogLevel::kWarning, "the old certificate stays: " + to_string(tls.error()));
    return;
  }
  server.renew_tls(std::move(tls).value());
  log(LogLevel::kInfo, "the certificate was read again");
}

HttpServerOptions http_options(const Config& config, std::vector<std::string> addresses,
                               std::shared_ptr<TlsContext> tls) {
  HttpServerOptions options;
  options.listen = std::move(addresses);
  options.body_bytes = config.server.body_bytes;
  options.bodies_bytes = std::max<std::size_t>(options.bodies_bytes, config.server.body_bytes);
  options.connections = config.server.connections;
  options.drain_s = config.server.drain_s;
  options.tls = std::move(tls);
  options.model.most = config.server.waiting;
  options.model.most_of_one = std::max<std::size_t>(1, config.server.waiting / 2);
  return options;
}

Result<ServiceOptions> service_options(const ServeFlags& flags, const LogSink& log) {
  ServiceOptions options;
  std::optional<std::string> path;
  if (!flags.config.empty()) path = flags.config;
  RAGSIEVE_TRY(options.config, load_config(path, process_environment()));
  if (!flags.listen.empty()) options.config.server.listen = flags.listen;
  const std::string& key = flags.key.empty() ? options.config.evidence.key : flags.key;
  if (!key.empty()) {
    const char* variable = std::getenv(kPassphraseVariable);  // NOLINT(concurrency-mt-unsafe)
    RAGSIEVE_TRY(const std::optional<SecretBytes> passphrase,
                 key_passphrase(flags.passphrase_file, variable));
    RAGSIEVE_TRY(SigningKey signing, load_signing_key(key, passphrase));
    options.key = std::move(signing);
  }
  options.run.threads = thread_count(flags, options.config);
  options.run.memory_bytes = options.config.run.memory_bytes;
  options.run.log = log;
  return options;
}

// The first key of a new state: somebody must be able to make the others.
Status write_first_key(Service& service, const std::string& path) {
  RAGSIEVE_TRY(const bool there, service.has_key());
  if (there) {
    return make_error(
        Code::kInvalidArgument,
        "--first-key is for a state without keys, and this one has some: make further "
        "ones with POST /v1/keys");
  }
  RAGSIEVE_TRY(const NewApiKey made, service.keys().create("first", Role::kAdmin, "operator"));
  const Status written = write_private_file(path, made.secret + "\n");
  if (written.ok()) return written;
  RAGSIEVE_TRY([[maybe_unused]] const bool revoked, service.keys().revoke(made.key.id, "operator"));
  return written;
}

Result<int> serve(const ServeFlags& flags) {
  StopSignals signals;  // before every other thread
  const LogSink log = log_to_stderr();
  RAGSIEVE_TRY(ServiceOptions options, service_options(flags, log));
  const Config config = options.config;
  std::vector<std::string> addresses = addresses_of(config.server.listen);
  RAGSIEVE_CHECK(check_open_locally(config, addresses));
  RAGSIEVE_TRY(std::shared_ptr<TlsContext> tls, configured_tls(config));
  const bool secure = tls != nullptr;
  RAGSIEVE_TRY(const std::unique_ptr<Service> service, Service::open(std::move(options)));
  if (!flags.first_key.empty()) RAGSIEVE_CHECK(write_first_key(*service, flags.first_key));
  RouterOptions router_options;
  router_options.find_key = [&](std::string_view key) { return service->keys().find(key); };
  router_options.open_locally = config.server.open_locally;
  Router router(service->routes(), std::move(router_options));
  MetricsHandler metered(router, service->routes(), service->metrics());
  RequestLog handler(metered, log);
  RAGSIEVE_TRY(
      const std::unique_ptr<HttpServer> server,
      HttpServer::open(http_options(config, std::move(addresses), std::move(tls)), handler, log));
  RAGSIEVE_CHECK(service->start());
  const auto stop = [&] {
    log(LogLevel::kInfo, "asked to stop: what is being worked on is finished first");
    server->stop();
  };
  std::function<void()> renew;
  if (secure) renew = [&] { renew_tls(config, *server, log); };
  signals.watch(stop, renew);
  for (const std::string& address : server->addresses()) {
    const bool over_tls = secure && !address.starts_with("unix:");
    log(LogLevel::kInfo, "serves at " + address + (over_tls ? " over TLS" : ""));
  }
  server->run();
  service->stop();
  signals.end();
  log(LogLevel::kInfo, "stopped");
  return signals.exit_code();
}

int answer(const Result<int>& exit) {
  if (exit.ok()) return exit.value();
  const std::string line = "ragsieve: " + to_string(exit.error()) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
  return exit_code(exit.error().code);
}

}  // namespace

void add_serve_command(CLI::App& app, int& exit) {
  auto flags = std::make_shared<ServeFlags>();
  CLI::App* command = app.add_subcommand("serve", "The REST service and its page");
  command->add_option("--config", flags->config, "Configuration file (TOML)");
  command->add_option("--threads", flags->threads, "Threads of the models; 0: all cores")
      ->check(CLI::Range(0, limits::kThreads));
  command->add_option("--listen", flags->listen,
                      "Addresses with commas between them: 127.0.0.1:8080, [::1]:8080, unix:PATH");
  command->add_option("--key", flags->key, "Private key that seals (ragsieve keygen)");
  command->add_option("--passphrase-file", flags->passphrase_file,
                      "File with the passphrase of the private key");
  command->add_option("--first-key", flags->first_key,
                      "Write the first API key, of an administrator, to this new file");
  command->callback([flags, &exit] { exit = answer(serve(*flags)); });
}

}  // namespace ragsieve
