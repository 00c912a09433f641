#include "ragsieve/detect/conflict_partners.h"

#include <algorithm>

#include "ragsieve/index/similarity.h"
#include "ragsieve/text/fact_words.h"

namespace ragsieve {
namespace {

constexpr double kContextWeight = 0.5;  // of the title and of what stands before
constexpr std::size_t kSentencesBefore = 2;

void add_words(std::string_view text, double weight, std::vector<WeightedWord>& words) {
  for (FactWord& word : fact_words(text)) words.push_back({std::move(word.stem), weight});
}

const Document& owner(const EncodedDocuments& set, std::size_t sentence) {
  return set.documents[set.sentences->documents[sentence]];
}

std::string_view title_of(const Document& document) {
  return std::string_view(document.indexed_text).substr(0, document.title_bytes);
}

// Cosine of two rows of two sets.
double nearness(const EncodedDocuments& a, std::size_t row_a, const EncodedDocuments& b,
                std::size_t row_b) {
  std::vector<float> buffer_a(a.sentence_vectors.dim);
  std::vector<float> buffer_b(b.sentence_vectors.dim);
  return cosine(a.sentence_vectors.row(row_a, buffer_a), a.sentence_vectors.inverse_norms[row_a],
                b.sentence_vectors.row(row_b, buffer_b), b.sentence_vectors.inverse_norms[row_b]);
}

}  // namespace

bool is_title(const EncodedDocuments& set, std::size_t sentence) {
  return set.sentences->ranges[sentence].end <= owner(set, sentence).title_bytes;
}

std::string_view text_before(const EncodedDocuments& set, std::size_t sentence) {
  const std::size_t begin = set.sentences->begin[set.sentences->documents[sentence]];
  std::size_t first = sentence;
  while (first > begin && sentence - first < kSentencesBefore && !is_title(set, first - 1)) --first;
  const std::size_t start = set.sentences->ranges[first].start;
  return std::string_view(owner(set, sentence).indexed_text)
      .substr(start, set.sentences->ranges[sentence].start - start);
}

LexicalIndex index_sentences(const EncodedDocuments& set) {
  LexicalIndex index;
  std::vector<WeightedWord> title;
  for (std::size_t d = 0; d < set.documents.size(); ++d) {
    title.clear();
    add_words(title_of(set.documents[d]), kContextWeight, title);
    for (std::size_t unit = set.sentences->begin[d]; unit < set.sentences->begin[d + 1]; ++unit) {
      std::vector<WeightedWord> words;
      if (!is_title(set, unit)) {
        add_words(set.sentence(unit), 1, words);
        words.insert(words.end(), title.begin(), title.end());
      }
      index.add(words);
    }
  }
  return index;
}

std::vector<Neighbour> conflict_partners(const PartnerSearch& search, std::size_t sentence,
                                         std::vector<Neighbour> by_vector) {
  std::vector<WeightedWord> query;
  add_words(search.set->sentence(sentence), 1, query);
  add_words(title_of(owner(*search.set, sentence)), kContextWeight, query);
  add_words(text_before(*search.set, sentence), kContextWeight, query);
  const TextUnits& units = *search.trusted->sentences;
  const std::size_t own = search.left_out ? units.count(*search.left_out) : 0;
  std::size_t added = 0;
  for (const LexicalMatch& match : search.words->search(query, search.by_words + own)) {
    if (added == search.by_words) break;
    if (search.left_out && units.documents[match.unit] == *search.left_out) continue;
    ++added;
    const auto is_known = [&](const Neighbour& known) { return known.row == match.unit; };
    if (std::any_of(by_vector.begin(), by_vector.end(), is_known)) continue;
    by_vector.push_back({static_cast<std::uint32_t>(match.unit),
                         nearness(*search.set, sentence, *search.trusted, match.unit)});
  }
  std::sort(by_vector.begin(), by_vector.end(), closer);
  return by_vector;
}

}  // namespace ragsieve
