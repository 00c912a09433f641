// What the tests of the chain share: a folder of their own and a key. Anything that fails here is
// a broken test and ends it.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/file.h"
#include "ragsieve/evidence/chain.h"
#include "ragsieve/evidence/chain_check.h"
#include "ragsieve/evidence/sample_statements.h"
#include "ragsieve/evidence/trust.h"

namespace ragsieve::testing_evidence {

template <typename T>
T require(Result<T> result) {
  if (!result.ok()) std::abort();
  return std::move(result).value();
}

class ChainFolder {
 protected:
  ChainFolder()
      : folder_(std::filesystem::temp_directory_path() /
                ("ragsieve-chain-" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(folder_);
    trust_.keys = {trusted_key("desk", key_.public_key())};
  }
  ~ChainFolder() { std::filesystem::remove_all(folder_); }

  // Appends `n` reports; their links.
  std::vector<ChainLink> append(std::size_t n, const PrivateKey* key) {
    std::vector<ChainLink> links;
    ReportChain chain = require(ReportChain::open(folder_));
    for (std::size_t i = 0; i < n; ++i) {
      links.push_back(require(chain.append(sample_statement(), key)));
    }
    return links;
  }
  std::vector<ChainLink> append(std::size_t n) { return append(n, &key_); }

  [[nodiscard]] std::string path(std::string_view name) const {
    return folder_ + "/" + std::string(name);
  }
  [[nodiscard]] static std::string read(const std::string& path) {
    return require(read_file(path, std::size_t{1} << 24));
  }
  static void write(const std::string& path, std::string_view bytes) {
    require(write_file(path, bytes));
  }
  [[nodiscard]] ChainCheck check(std::string_view wanted = "") const {
    return require(check_chain(folder_, trust_, wanted));
  }

  std::string folder_;
  PrivateKey key_ = PrivateKey::generate();
  TrustFile trust_;
};

}  // namespace ragsieve::testing_evidence
