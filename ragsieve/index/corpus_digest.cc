#include "ragsieve/index/corpus_digest.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <vector>

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/json/value.h"

namespace ragsieve {

Digest corpus_digest(const Corpus& corpus) {
  std::vector<std::string> ids;
  std::vector<Digest> text_digests;
  ids.reserve(corpus.documents.size());
  text_digests.reserve(corpus.documents.size());
  for (const Document& document : corpus.documents) {
    ids.push_back(document.id);
    text_digests.push_back(sha256(document.indexed_text));
  }
  return corpus_digest(ids, text_digests);
}

Digest corpus_digest(std::span<const std::string> ids, std::span<const Digest> text_digests) {
  std::vector<std::size_t> order(ids.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // std::string compares bytes as unsigned; equal ids are told apart by their texts.
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(ids[a], text_digests[a]) < std::tie(ids[b], text_digests[b]);
  });
  // Pair by pair: the canonical form of an array is its elements between commas.
  Sha256 hash;
  hash.add("[");
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0) hash.add(",");
    hash.add(json::canonical(json::Array{ids[order[i]], to_hex(text_digests[order[i]])}));
  }
  hash.add("]");
  return hash.finish();
}

}  // namespace ragsieve
