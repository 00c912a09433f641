// Which trusted sentences a candidate's sentence is compared with: the nearest by vector, and those
// that share the rare words of the sentence, of its title and of what stands just before it. A
// claim told over two sentences ("We count our recalls. It was 4,310 gauges in 2008.") is far from
// its partner by vector and near by words. Pure; any thread may call.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "ragsieve/detect/text_units.h"
#include "ragsieve/index/lexical_index.h"
#include "ragsieve/index/neighbour_graph.h"

namespace ragsieve {

// Every sentence of `set` as a unit of the same number, words as stems; a title has no words of
// its own.
[[nodiscard]] LexicalIndex index_sentences(const EncodedDocuments& set);

struct PartnerSearch {
  const EncodedDocuments* set = nullptr;  // what the candidate is one of
  const EncodedDocuments* trusted = nullptr;
  const LexicalIndex* words = nullptr;  // of `trusted`
  std::optional<std::size_t> left_out;  // trusted document that does not count
  std::size_t by_words = 4;             // partners that words may add
};

// `by_vector`: neighbours of unit `sentence` of the set. With those that words add, nearest first.
[[nodiscard]] std::vector<Neighbour> conflict_partners(const PartnerSearch& search,
                                                       std::size_t sentence,
                                                       std::vector<Neighbour> by_vector);

// What stands before a sentence in its document, titles left out: at most two sentences.
[[nodiscard]] std::string_view text_before(const EncodedDocuments& set, std::size_t sentence);

// Whether a unit lies within its document's title.
[[nodiscard]] bool is_title(const EncodedDocuments& set, std::size_t sentence);

}  // namespace ragsieve
