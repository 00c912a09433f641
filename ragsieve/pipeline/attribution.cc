#include "ragsieve/pipeline/attribution.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "ragsieve/detect/answer_change.h"
#include "ragsieve/index/similarity.h"

namespace ragsieve {
namespace {

// A probe that moved, as it can be asked again.
struct Moved {
  std::string_view question;
  std::vector<Neighbour> clean;
};

void collect(const std::vector<Probe>& probes, const std::vector<ProbeOutcome>& outcomes,
             std::vector<Moved>& moved) {
  for (std::size_t p = 0; p < outcomes.size(); ++p) {
    if (!outcomes[p].changed) continue;
    Moved probe{probes[p].question, {}};
    for (const RankedChunk& chunk : outcomes[p].clean) {
      probe.clean.push_back({chunk.chunk, chunk.cosine});
    }
    moved.push_back(std::move(probe));
  }
}

// One document without one of its sentences: the chunks that held it are encoded again.
class Without {
 public:
  Without(const EncodedDocuments& set, std::size_t document, std::size_t sentence)
      : set_(set), document_(document) {
    const ByteRange cut = set.sentences->ranges[sentence];
    std::vector<ByteRange> kept;
    for (std::size_t s = set.sentences->begin[document]; s < set.sentences->begin[document + 1];
         ++s) {
      if (s == sentence) continue;
      kept.push_back(set.sentences->ranges[s]);
      append(set.sentence_vectors, s, sentence_rows_, sentence_norms_);
    }
    sentences_.add_document(kept);
    std::vector<ByteRange> chunks;
    for (std::size_t c = set.chunks->begin[document]; c < set.chunks->begin[document + 1]; ++c) {
      const ByteRange range = set.chunks->ranges[c];
      if (range.start < cut.end && cut.start < range.end) {
        changed_.push_back(chunks.size());
        const std::string_view text = set.documents[document].indexed_text;
        texts_.push_back(std::string(slice(text, range.start, cut.start)) +
                         std::string(slice(text, cut.end, range.end)));
      }
      chunks.push_back(range);
      append(set.chunk_vectors, c, chunk_rows_, chunk_norms_);
    }
    chunks_.add_document(chunks);
  }

  Status encode(Encoder& encoder, const RunOptions& run) {
    const std::vector<std::string_view> texts(texts_.begin(), texts_.end());
    RAGSIEVE_TRY(const Matrix rows, encoder.encode(texts, TextKind::kPassage, run));
    for (std::size_t i = 0; i < changed_.size(); ++i) {
      std::ranges::copy(rows.row(i), chunk_rows_.row(changed_[i]).begin());
      chunk_norms_[changed_[i]] = 1;
    }
    return ok_status();
  }

  EncodedDocuments view() const {
    EncodedDocuments view;
    view.documents = set_.documents.subspan(document_, 1);
    view.chunks = &chunks_;
    view.sentences = &sentences_;
    view.chunk_vectors = chunk_rows_.view();
    view.chunk_vectors.inverse_norms = chunk_norms_;
    view.sentence_vectors = sentence_rows_.view();
    view.sentence_vectors.inverse_norms = sentence_norms_;
    return view;
  }

 private:
  static std::string_view slice(std::string_view text, std::size_t first, std::size_t last) {
    return first < last ? text.substr(first, last - first) : std::string_view();
  }
  static void append(const MatrixView& from, std::size_t row, Matrix& to,
                     std::vector<double>& norms) {
    std::vector<float> buffer(from.dim);
    const std::span<const float> values = from.row(row, buffer);
    to.dim = from.dim;
    ++to.n_rows;
    to.values.insert(to.values.end(), values.begin(), values.end());
    norms.push_back(from.inverse_norms[row]);
  }

  const EncodedDocuments& set_;
  std::size_t document_;
  TextUnits sentences_;
  TextUnits chunks_;
  Matrix sentence_rows_;
  Matrix chunk_rows_;
  std::vector<double> sentence_norms_;
  std::vector<double> chunk_norms_;
  std::vector<std::size_t> changed_;  // positions among the chunks
  std::vector<std::string> texts_;    // of these, without the sentence
};

// Sentences of the candidate that were an answer, then the others, up to the limit.
std::vector<std::size_t> worth_trying(const EncodedDocuments& set, const Subject& subject,
                                      const DocumentScores& scores) {
  std::vector<std::size_t> order;
  const auto add = [&](std::size_t sentence) {
    if (order.size() == kAttributed) return;
    if (std::ranges::find(order, sentence) == order.end()) order.push_back(sentence);
  };
  for (const auto* outcomes : {&scores.probe_outcomes, &scores.own_outcomes}) {
    for (const ProbeOutcome& outcome : *outcomes) {
      if (outcome.changed && outcome.after && outcome.after->candidate) {
        add(outcome.after->sentence);
      }
    }
  }
  for (std::size_t s = set.sentences->begin[subject.document];
       s < set.sentences->begin[subject.document + 1]; ++s) {
    add(s);
  }
  return order;
}

}  // namespace

Result<std::vector<AttributionRecord>> attribution(const Scoring& scoring,
                                                   const EncodedDocuments& set,
                                                   const Subject& subject,
                                                   const DocumentScores& scores,
                                                   const RunOptions& run) {
  std::vector<Moved> moved;
  collect(scoring.probes->probes, scores.probe_outcomes, moved);
  collect(scores.own_probes, scores.own_outcomes, moved);
  std::vector<AttributionRecord> records;
  if (moved.empty()) return records;
  RunOptions quiet = run;
  quiet.progress = {};
  std::vector<std::string_view> questions;
  for (const Moved& probe : moved) questions.push_back(probe.question);
  RAGSIEVE_TRY(const Matrix vectors, scoring.encoder->encode(questions, TextKind::kQuery, quiet));
  for (const std::size_t sentence : worth_trying(set, subject, scores)) {
    Without without(set, subject.document, sentence);
    RAGSIEVE_CHECK(without.encode(*scoring.encoder, quiet));
    const EncodedDocuments shorter = without.view();
    const Overlay overlay{&scoring.trusted->view(), &shorter, 0, subject.left_out};
    std::size_t given_back = 0;
    for (std::size_t p = 0; p < moved.size(); ++p) {
      const AskedProbe asked{moved[p].question, vectors.row(p), moved[p].clean};
      given_back += ask_probe(asked, overlay, scoring.options.answers).changed ? 0 : 1;
    }
    if (given_back == 0) continue;
    const double weight = static_cast<double>(given_back) / static_cast<double>(moved.size());
    records.push_back({span_of(set.documents[subject.document], set.sentences->ranges[sentence],
                               "attribution", weight),
                       weight});
  }
  std::sort(records.begin(), records.end(), [](const auto& a, const auto& b) {
    return std::tuple(-a.weight, a.span.line, a.span.range.start) <
           std::tuple(-b.weight, b.span.line, b.span.range.start);
  });
  return records;
}

}  // namespace ragsieve
