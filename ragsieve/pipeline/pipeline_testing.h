// What the tests of this folder share: a folder of their own, files in it, fakes as models.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "ragsieve/base/file.h"
#include "ragsieve/models/fake/fake_models.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve {

class PipelineFixture {
 protected:
  PipelineFixture() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "ragsieve-pipe-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~PipelineFixture() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::string write(const std::string& name, const std::string& bytes) const {
    if (!write_file(path(name), bytes).ok()) std::abort();
    return path(name);
  }
  ModelsInUse models() { return ModelsInUse{&encoder_, &token_encoder_, &causal_lm_, nullptr}; }

  static std::string line(const std::string& id, const std::string& text) {
    return R"({"_id":")" + id + R"(","text":")" + text + "\"}\n";
  }

  // `n` documents that share no word beside a few common ones.
  static std::string plain_corpus(int n) {
    std::string lines;
    for (int i = 0; i < n; ++i) {
      const std::string tag = std::to_string(i);
      lines += line("clean" + tag, "alpha" + tag + " beta" + tag + " gamma" + tag + " delta" + tag +
                                       " of the city");
    }
    return lines;
  }

  std::string folder_;
  FakeEncoder encoder_;
  FakeTokenEncoder token_encoder_;
  FakeCausalLm causal_lm_;
};

}  // namespace ragsieve
