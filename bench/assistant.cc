// The smallest RAG there is, for the demonstration: retrieves the five chunks of a corpus nearest
// to a question and answers with their best sentence. It trusts whatever it is given.
//   assistant CORPUS QUESTION
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/backends/backends.h"
#include "ragsieve/config/config.h"
#include "ragsieve/detect/extractive_answer.h"
#include "ragsieve/pipeline/document_scores.h"

namespace ragsieve {
namespace {

Result<std::string> answer(const std::string& corpus, const std::string& question) {
  RAGSIEVE_TRY(const Config config, load_config(std::nullopt, process_environment()));
  RAGSIEVE_TRY(const std::unique_ptr<Backends> backends, Backends::open(config, 2, {}));
  Backends::Roles roles;
  roles.encoder = true;
  RAGSIEVE_TRY(const ModelsInUse models, backends->models(roles));
  RunOptions run;
  run.threads = 2;
  RAGSIEVE_TRY(const std::unique_ptr<TrustedCorpus> trusted,
               TrustedCorpus::load(corpus, {}, *models.encoder, run));
  RAGSIEVE_TRY(const AskedProbes asked,
               ask_clean({Probe{"q", question, "", 1, "file"}}, *trusted, *models.encoder, run));
  const AskedProbe probe = asked.at(0);
  const EncodedDocuments& view = trusted->view();
  const std::vector<RankedChunk> ranking = clean_ranking(probe.clean, *view.chunks, {}, 5);
  const std::optional<ExtractiveAnswer> best = extractive_answer(probe.vector, ranking, view, view);
  if (!best) return std::string("(no answer)");
  const Document& source = view.documents[view.sentences->documents[best->sentence]];
  return std::string(view.sentence(best->sentence)) + "\n   [" + source.id + "]";
}

}  // namespace
}  // namespace ragsieve

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: assistant CORPUS QUESTION\n", stderr);
    return 2;
  }
  const ragsieve::Result<std::string> answer = ragsieve::answer(argv[1], argv[2]);
  if (!answer.ok()) {
    std::fprintf(stderr, "assistant: %s\n", ragsieve::to_string(answer.error()).c_str());
    return 3;
  }
  std::printf("%s\n", answer->c_str());
  return 0;
}
