#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/passphrase.h"
#include "cli/terminal.h"
#include "ragsieve/base/file.h"
#include "ragsieve/evidence/key_file.h"
#include "ragsieve/evidence/trust.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve::cli {
namespace {

struct KeygenFlags {
  std::string out;
  std::string owner;
  std::string passphrase_file;
};

Status refuse_existing(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return ok_status();
  return make_error(Code::kInvalidArgument, "exists already; choose another --out",
                    Where{path, 0, ""});
}

Result<int> run_keygen(const KeygenFlags& flags) {
  const std::string private_path = flags.out + ".key.toml";
  const std::string public_path = flags.out + ".pub.pem";
  const std::string trust_path = flags.out + ".trust.json";
  RAGSIEVE_CHECK(refuse_existing(public_path));
  RAGSIEVE_CHECK(refuse_existing(trust_path));
  const std::string name = std::filesystem::path(flags.out).filename().string();
  RAGSIEVE_TRY(const SigningKey key,
               generate_signing_key(flags.owner.empty() ? name : flags.owner));
  RAGSIEVE_TRY(const auto passphrase, key_passphrase(flags.passphrase_file));
  RAGSIEVE_TRY(std::string text, key_file_text(key, passphrase));
  const Status written = write_private_file(private_path, text);
  wipe(text);
  RAGSIEVE_CHECK(written);
  const TrustedKey trusted = trusted_key(key.owner, key.key.public_key());
  RAGSIEVE_CHECK(write_file(public_path, to_spki_pem(key.key.public_key())));
  RAGSIEVE_CHECK(write_file(trust_path, to_json(TrustFile{{trusted}})));
  RAGSIEVE_CHECK(write_stdout("key " + trusted.id + " of " + visible(key.owner) + "\n" +
                              visible(private_path) + "  keep it secret" +
                              (passphrase ? " (locked by the passphrase)\n" : "\n") +
                              visible(public_path) + "  the public key, for other tools\n" +
                              visible(trust_path) + "  give it to those who verify\n"));
  RAGSIEVE_CHECK(flush_stdout());
  return 0;
}

}  // namespace

void add_keygen_command(CLI::App& app, int& exit) {
  auto flags = std::make_shared<KeygenFlags>();
  CLI::App* keygen = app.add_subcommand("keygen", "Make a key that seals reports");
  keygen
      ->add_option("--out", flags->out,
                   "NAME: writes NAME.key.toml, NAME.pub.pem and NAME.trust.json")
      ->required();
  keygen->add_option("--owner", flags->owner, "Whose key it is (default: NAME)");
  add_passphrase_flag(*keygen, flags->passphrase_file);
  keygen->callback([flags, &exit] {
    const Result<int> result = run_keygen(*flags);
    exit = result.ok() ? *result : fail(result.error());
  });
}

}  // namespace ragsieve::cli
