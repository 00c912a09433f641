// camouflage: a payload inside text of the corpus itself. Its sentences stand apart from each other
// in a clean document that the question retrieves anyway, so that the poison is about as near to
// the question, as fluent and as much on its subject as that document (the good words of Lowd and
// Meek 2005 against spam filters, with the corpus as the list of good words).
//
// Deviations: no model joins the sentences to what stands around them; the document is taken whole
// and with its title, so that a detector of near-copies has something to find. Five documents a
// target, the nearest ones of three sentences or more.
#include <algorithm>

#include "eval/attacks/attack_kinds.h"
#include "eval/attacks/carrier.h"
#include "ragsieve/text/sentences.h"

namespace ragsieve::eval {
namespace {

constexpr std::size_t kFewestSentences = 3;

// The payload's sentences behind sentences of the text, never two behind the same one.
std::string dispersed(const std::string& text, const std::vector<ByteRange>& sentences,
                      const std::vector<std::string>& hidden, Random& random) {
  std::string out;
  std::size_t from = 0;
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    const std::size_t first = i * sentences.size() / hidden.size();
    const std::size_t n = (i + 1) * sentences.size() / hidden.size() - first;
    const std::size_t end = sentences[first + random.below(n)].end;
    out += text.substr(from, end - from) + " " + hidden[i];
    from = end;
  }
  return out + text.substr(from);
}

}  // namespace

Result<std::vector<Draft>> camouflage(Scene& scene, const RunOptions& /*run*/) {
  std::vector<Draft> drafts;
  for (const Document* document : scene.benign) {
    if (drafts.size() == kTexts) break;
    const std::string text = text_of(*document);
    const std::vector<ByteRange> found = sentences(text);
    if (found.size() < kFewestSentences) continue;
    drafts.push_back({title_of(*document), dispersed(text, found, payload(scene), scene.random),
                      scene.target.query, "in " + document->id});
  }
  return drafts;
}

}  // namespace ragsieve::eval
