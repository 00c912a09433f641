#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/passphrase.h"
#include "cli/terminal.h"
#include "ragsieve/base/file.h"
#include "ragsieve/evidence/key_file.h"
#include "ragsieve/evidence/limits.h"
#include "ragsieve/evidence/report_file.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve::cli {
namespace {

struct SealFlags {
  std::string report;
  std::string key;
  std::string passphrase_file;
};

Error in_report(Error error, const std::string& path) {
  if (error.where.path.empty()) error.where.path = path;
  return error;
}

Result<std::string> sealed_bytes(const std::string& path, const SigningKey& key) {
  RAGSIEVE_TRY(const std::string bytes, read_file(path, limits::kReportBytes));
  const auto report = parse_report_file(bytes);
  if (!report.ok()) return in_report(report.error(), path);
  auto sealed = seal_report_bytes(*report, key.key);
  if (!sealed.ok()) return in_report(sealed.error(), path);
  return sealed;
}

// The sealed form takes the place of the unsealed one: a chain may hold both, and reads the sealed.
Result<int> run_seal(const SealFlags& flags) {
  RAGSIEVE_TRY(const auto passphrase, key_passphrase(flags.passphrase_file));
  RAGSIEVE_TRY(const SigningKey key, load_signing_key(flags.key, passphrase));
  RAGSIEVE_TRY(const std::string bytes, sealed_bytes(flags.report, key));
  const std::string path = sealed_path(flags.report);
  std::error_code error;
  if (std::filesystem::exists(path, error)) {
    return make_error(Code::kInvalidArgument, "exists already; it is not overwritten",
                      Where{path, 0, ""});
  }
  RAGSIEVE_CHECK(write_file(path, bytes));
  if (flags.report.ends_with(kUnsealedSuffix)) {
    if (!std::filesystem::remove(flags.report, error) && error) {
      return system_error(error.value(), "remove", flags.report);
    }
  }
  RAGSIEVE_CHECK(write_stdout("sealed by " + visible(key.owner) + ": " + visible(path) + "\n"));
  RAGSIEVE_CHECK(flush_stdout());
  return 0;
}

}  // namespace

void add_seal_command(CLI::App& app, int& exit) {
  auto flags = std::make_shared<SealFlags>();
  CLI::App* seal = app.add_subcommand("seal", "Seal a report that was written without a key");
  seal->add_option("report", flags->report, "The unsealed report (.report.json)")->required();
  seal->add_option("--key", flags->key, "The private key, made by keygen")->required();
  add_passphrase_flag(*seal, flags->passphrase_file);
  seal->callback([flags, &exit] {
    const Result<int> result = run_seal(*flags);
    exit = result.ok() ? *result : fail(result.error());
  });
}

}  // namespace ragsieve::cli
