#include "ragsieve/pipeline/explain_audit.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string_view>

#include "ragsieve/base/utf8.h"
#include "ragsieve/text/scripts.h"

namespace ragsieve {
namespace {

constexpr std::size_t kNamedNeighbours = 4;
constexpr std::size_t kShownWords = 8;   // with letters of two scripts, of one document
constexpr std::size_t kReadSeams = 256;  // to find that many words
constexpr std::size_t kWordBytes = 100;  // of a word on either side of its first seam

std::string number(double value, const char* format) {
  char buffer[32];
  std::snprintf(buffer, sizeof(buffer), format, value);
  return buffer;
}

std::string script_list(const ScriptProfile& profile) {
  std::string list;
  for (const auto& [script, letters] : profile.counts) {
    if (!list.empty()) list += ", ";
    list += std::string(script_name(script)) + " " + std::to_string(letters);
  }
  return list;
}

bool is_letter_at(std::string_view text, std::size_t offset) {
  const std::optional<CodePoint> point = decode_utf8(text, offset);
  return point && script_of(point->value) != Script::kNone;
}

// The run of letters around a seam.
ByteRange word_around(std::string_view text, ByteRange seam) {
  ByteRange word = seam;
  for (std::size_t start = word.start; start > 0 && seam.start - start < kWordBytes;) {
    --start;
    if ((static_cast<unsigned char>(text[start]) & 0xC0U) == 0x80U) continue;
    if (!is_letter_at(text, start)) break;
    word.start = start;
  }
  while (word.end - seam.end < kWordBytes && is_letter_at(text, word.end)) {
    word.end += decode_utf8(text, word.end)->n_bytes;
  }
  return word;
}

void explain_scripts(const Document& document, AuditRecord& record) {
  const ScriptProfile profile = script_profile(document.indexed_text, kReadSeams);
  if (profile.seams.empty()) {
    record.reasons.push_back("mixes " + std::to_string(profile.counts.size()) +
                             " scripts (letters: " + script_list(profile) + ")");
    return;
  }
  record.reasons.push_back(
      "letters of different scripts stand side by side (letters: " + script_list(profile) +
      "): look-alike letters hide a word from readers and filters");
  std::size_t shown_to = 0;
  std::size_t shown = 0;
  for (const ByteRange seam : profile.seams) {
    if (seam.start < shown_to) continue;  // in the word before
    if (++shown > kShownWords) break;
    const ByteRange word = word_around(document.indexed_text, seam);
    shown_to = word.end;
    record.spans.push_back(span_of(document, word, "rsg.mixed_script", 1));
  }
}

void explain_density(const RsgOptions& options, AuditRecord& record) {
  std::string named;
  std::size_t eligible = 0;
  for (const NeighbourRecord& neighbour : record.rsg.neighbours) {
    if (!neighbour.eligible) continue;
    if (++eligible > kNamedNeighbours) continue;
    if (!named.empty()) named += ", ";
    named += neighbour.id + " (cosine " + number(neighbour.cosine, "%.3f") + ", " +
             number(100 * neighbour.jaccard, "%.0f") + " % of words shared)";
  }
  if (eligible == 0) return;
  record.reasons.push_back("says the same as " + std::to_string(eligible) +
                           (eligible == 1 ? " other document" : " other documents") +
                           " in other words: " + named + "; such a group is rare here (density " +
                           number(record.rsg.density, "%.3f") + ", reached by " +
                           number(100 * record.rsg.p, "%.2f") + " % of the corpus; limit " +
                           number(100 * options.alpha_g, "%.0f") + " %)");
}

}  // namespace

void explain_audit(const Document& document, const RsgOptions& options, AuditRecord& record) {
  if (!record.flagged) return;
  if (record.rsg.integrity) explain_scripts(document, record);
  explain_density(options, record);
}

}  // namespace ragsieve
