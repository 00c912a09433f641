// Small reports that the tests of the writers share, and a sink that keeps what it gets.
#pragma once

#include <string>
#include <string_view>

#include "ragsieve/core/records.h"
#include "ragsieve/report/report_options.h"
#include "ragsieve/report/sink.h"

namespace ragsieve::sample {

// What a writer prints, or its error's message behind "error: ".
template <typename Report>
std::string print(Status (*write)(const Report&, const ReportOptions&, const Sink&),
                  const Report& report, const ReportOptions& options) {
  std::string out;
  const Status status = write(report, options, [&out](std::string_view bytes) -> Status {
    out += bytes;
    return ok_status();
  });
  return status.ok() ? out : "error: " + status.error().message;
}

inline Summary summary(std::string command) {
  Summary summary;
  summary.command = std::move(command);
  summary.profile = "paper";
  summary.counts = {{"documents", 2}, {"flagged", 1}};
  summary.thresholds = {{"score", 0.5}};
  summary.digests = {{"corpus", "sha256:ab"}};
  summary.version = "0.1.0";
  return summary;
}

inline AuditRecord flagged_document(std::string id) {
  AuditRecord record;
  record.id = std::move(id);
  record.rank = 1;
  record.score = 1;
  record.flagged = true;
  record.profile = "paper";
  record.rsg = {0.25, true, 1.0 / 3, 0.5, {{"d2", 0.9, 0.125, true}}};
  record.reasons = {"Letters of two scripts meet inside a word."};
  record.spans = {{"text", {3, 6}, 1, 4, "rsg.mixed_script", 1, "p\xD0\xB0"}};
  return record;
}

inline AuditRecord clean_document(std::string id) {
  AuditRecord record;
  record.id = std::move(id);
  record.rank = 2;
  record.score = 0.0123456789123;
  record.profile = "paper";
  record.rsg = {0, false, 2.0 / 3, 0.5, {{"d1", 0.9, 0, false}}};
  return record;
}

inline AuditReport audit() {
  AuditReport report;
  report.documents = {flagged_document("d1"), clean_document("d2")};
  report.errors = {make_error(Code::kInvalidInput, "is a number, expected a string",
                              Where{"corpus.jsonl", 7, "text"})};
  report.summary = summary("audit");
  report.summary.unscored = {"corpus.jsonl:7"};
  return report;
}

inline FilterReport filter() {
  CandidateRecord candidate;
  candidate.id = "d1";
  candidate.rank = 1;
  candidate.score = 1.2;
  candidate.flagged = true;
  candidate.anchor = 1;
  candidate.integrity = 0.2;
  candidate.anchors = {{"zambezi", 5, 5, 1.0 / 15504}};
  candidate.window = {4, 16, "burst", 2.5};
  candidate.scripts = {0, 0.5, {{"LATIN", 12}}};
  candidate.jump = {0.01, 0.5, 0, 3};
  candidate.reasons = {"Five of five candidates share \"zambezi\", and no other document does."};
  CandidateRecord clean = candidate;
  clean.id = "d2";
  clean.rank = 2;
  clean.score = 0.2;
  clean.flagged = false;
  clean.anchor = 0;
  clean.anchors = {};
  clean.reasons = {};
  FilterReport report;
  report.queries = {{"q1", "Which river?", "paper", {candidate, clean}, {"d2", "d6"}, {"d1"}}};
  report.summary = summary("filter");
  return report;
}

}  // namespace ragsieve::sample
