#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "cli/verify_output.h"
#include "ragsieve/base/file.h"
#include "ragsieve/base/limits.h"
#include "ragsieve/evidence/limits.h"
#include "ragsieve/evidence/verify.h"

namespace ragsieve::cli {
namespace {

struct VerifyFlags {
  std::string report;
  std::string document;
  std::string trust;
  std::string chain;
  std::string format = "text";
};

int exit_of(VerifyOutcome outcome) {
  switch (outcome) {
    case VerifyOutcome::kVerifies:
      return 0;
    case VerifyOutcome::kDoesNotVerify:
      return exit_code(Code::kUnverified);
    case VerifyOutcome::kCouldNotCheck:
      break;
  }
  return 3;
}

// A file that is not there or cannot be read leaves the evidence unchecked: neither good nor bad.
Result<std::string> read_to_check(const std::string& path, std::size_t max_bytes) {
  auto bytes = read_file(path, max_bytes);
  if (bytes.ok()) return bytes;
  Error error = bytes.error();
  error.code = Code::kIo;
  error.message += "; nothing was checked";
  return error;
}

Result<int> run_verify(const VerifyFlags& flags) {
  RAGSIEVE_TRY(const std::string trust_bytes, read_to_check(flags.trust, limits::kTrustBytes));
  RAGSIEVE_TRY(const TrustFile trust, parse_trust_file(trust_bytes, flags.trust));
  RAGSIEVE_TRY(const std::string report, read_to_check(flags.report, limits::kReportBytes));
  RAGSIEVE_TRY(const std::string document, read_to_check(flags.document, limits::kDocumentBytes));
  VerifyRequest request{report, document, std::nullopt};
  if (!flags.chain.empty()) request.chain = flags.chain;
  const VerifyReport result = verify(request, trust, SystemClock());
  RAGSIEVE_CHECK(write_stdout(flags.format == "json" ? verify_json(result) : verify_text(result)));
  RAGSIEVE_CHECK(flush_stdout());
  return exit_of(result.outcome());
}

}  // namespace

void add_verify_command(CLI::App& app, int& exit) {
  auto flags = std::make_shared<VerifyFlags>();
  CLI::App* command =
      app.add_subcommand("verify", "Check a sealed report: document, seal, key, verdict, chain");
  command->add_option("report", flags->report, "The sealed report (.dsse.json)")->required();
  command->add_option("--document", flags->document, "The document that it is about")->required();
  command->add_option("--trust", flags->trust, "Your own list of trusted keys (JSON)")->required();
  command->add_option("--chain", flags->chain, "Folder of the chain that the report belongs to");
  command->add_option("--format", flags->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}));
  command->callback([flags, &exit] {
    const Result<int> result = run_verify(*flags);
    exit = result.ok() ? *result : fail(result.error());
  });
}

}  // namespace ragsieve::cli
