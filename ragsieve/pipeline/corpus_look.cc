#include "ragsieve/pipeline/corpus_look.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "ragsieve/connect/corpus_source.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/index/corpus_digest.h"
#include "ragsieve/pipeline/indexed_corpus.h"
#include "ragsieve/pipeline/summaries.h"

namespace ragsieve {
namespace {

Error unread(const std::vector<Error>& bad) {
  Error error = bad.front();
  error.message += "; " + std::to_string(bad.size()) +
                   " record(s) of the watched corpus cannot be read: repair or remove them";
  return error;
}

Result<std::vector<SnapshotEntry>> snapshot_of(const std::string& path, const RunOptions& run) {
  RAGSIEVE_TRY(const std::string source, source_of_corpus(path));
  RAGSIEVE_TRY(const Corpus corpus, read_corpus(source, CorpusOptions{}, run));
  if (!corpus.bad.empty()) return unread(corpus.bad);
  std::vector<SnapshotEntry> entries;
  entries.reserve(corpus.documents.size());
  for (const Document& document : corpus.documents) {
    entries.push_back({document.id, sha256(document.indexed_text)});
  }
  std::ranges::sort(entries, {}, &SnapshotEntry::id);
  return entries;
}

std::vector<SnapshotEntry> entries_of(const std::vector<SeenDocument>& documents) {
  std::vector<SnapshotEntry> entries;
  entries.reserve(documents.size());
  for (const SeenDocument& document : documents) entries.push_back({document.id, document.text});
  return entries;
}

Digest manifest_of(const std::vector<SnapshotEntry>& entries) {
  std::vector<std::string> ids;
  std::vector<Digest> texts;
  for (const SnapshotEntry& entry : entries) {
    ids.push_back(entry.id);
    texts.push_back(entry.text);
  }
  return corpus_digest(ids, texts);
}

Digest judge_of(const AuditOptions& options, const ModelIdentity& encoder) {
  Sha256 hash;
  for (const std::string_view field :
       {std::string_view("look.1"), program_version(), std::string_view(options.profile),
        std::string_view(encoder.name), std::string_view(encoder.tokenizer),
        std::string_view(options.rules.version)}) {
    hash.add_field(field);
  }
  hash.add_field(to_hex(encoder.file_digest)).add_field(std::to_string(options.alpha));
  hash.add_field(options.reference ? options.reference->corpus : "");
  return hash.finish();
}

// The names of the flagged documents; the records of those that were not flagged before.
std::unordered_set<std::string> take_flagged(AuditReport report, const SeenCorpus& before,
                                             const SnapshotDifference& changes, CorpusLook& look) {
  std::unordered_set<std::string> known;  // flagged before, and of the same text
  for (const SeenDocument& document : before.documents) {
    if (document.flagged) known.insert(document.id);
  }
  for (const std::string& id : changes.changed) known.erase(id);
  std::unordered_set<std::string> flagged;
  for (AuditRecord& record : report.documents) {
    if (!record.flagged) continue;
    flagged.insert(record.id);
    if (!known.contains(record.id)) look.newly_flagged.push_back(std::move(record));
  }
  return flagged;
}

// Of the audit, where there was one; its counts are the look's.
Summary summary_of(const AuditOptions& options, const CorpusLook& look, Summary summary) {
  Summary own = start_summary("monitor", options.profile);
  own.counts = {{"documents", look.seen.documents.size()},
                {"added", look.changes.added.size()},
                {"changed", look.changes.changed.size()},
                {"removed", look.changes.removed.size()},
                {"flagged", look.n_flagged},
                {"newly_flagged", look.newly_flagged.size()}};
  own.thresholds = std::move(summary.thresholds);
  own.digests = std::move(summary.digests);
  if (own.digests.empty()) own.digests = {{"corpus", to_hex(look.manifest)}};
  own.null_of = std::move(summary.null_of);
  return own;
}

// The report is of the corpus that was read, or of another state of it.
Status is_of(const AuditReport& report, const Digest& manifest) {
  if (!report.errors.empty()) return unread(report.errors);
  for (const auto& [name, digest] : report.summary.digests) {
    if (name == "corpus" && digest != to_hex(manifest)) {
      return make_error(Code::kUnavailable, "the corpus changed while it was looked at: look again",
                        Where{"", 0, "corpus"});
    }
  }
  return ok_status();
}

}  // namespace

Result<CorpusLook> look_at_corpus(const AuditOptions& options, const SeenCorpus& before,
                                  const ModelsInUse& models, const RunOptions& run) {
  if (models.encoder == nullptr) {
    return make_error(Code::kUnavailable, "a look needs an encoder and there is none");
  }
  RAGSIEVE_TRY(std::vector<SnapshotEntry> now, snapshot_of(options.corpus, run));
  CorpusLook look;
  look.changes = difference(entries_of(before.documents), now);
  look.manifest = manifest_of(now);
  look.seen.judge = judge_of(options, models.encoder->identity());
  look.judge_changed = !before.documents.empty() && look.seen.judge != before.judge;
  if (look.changes.empty() && !before.documents.empty() && !look.judge_changed) {
    look.seen = before;
    look.n_flagged = static_cast<std::size_t>(
        std::ranges::count(before.documents, true, &SeenDocument::flagged));
    look.summary = summary_of(options, look, {});
    return look;
  }
  RAGSIEVE_TRY(AuditReport report, audit(options, models, run));
  RAGSIEVE_CHECK(is_of(report, look.manifest));
  look.audited = true;
  Summary summary = std::move(report.summary);
  const auto flagged = take_flagged(std::move(report), before, look.changes, look);
  look.n_flagged = flagged.size();
  look.seen.documents.reserve(now.size());
  for (SnapshotEntry& entry : now) {
    const bool is_flagged = flagged.contains(entry.id);
    look.seen.documents.push_back({std::move(entry.id), entry.text, is_flagged});
  }
  look.summary = summary_of(options, look, std::move(summary));
  return look;
}

}  // namespace ragsieve
