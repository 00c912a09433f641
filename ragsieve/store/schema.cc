// A step that was released is never changed: what changes the tables is a new step behind it.
// Integers are BIGINT, times microseconds UTC, digests and JSON text, flags 0 or 1. What comes from
// outside and may hold any byte is {bytes}.
#include "ragsieve/store/schema.h"

namespace ragsieve {
namespace {

constexpr std::string_view kFirst[] = {
    R"(CREATE TABLE documents (
      sequence {serial}, id TEXT NOT NULL UNIQUE, raw_digest TEXT NOT NULL, source TEXT NOT NULL,
      media_type TEXT NOT NULL, text {bytes}, corpus TEXT NOT NULL, created BIGINT NOT NULL))",
    "CREATE INDEX documents_by_digest ON documents (raw_digest, sequence)",
    "CREATE INDEX documents_by_source ON documents (source, sequence)",

    // No row of it is ever changed. That `previous` is unique keeps the chain from forking.
    R"(CREATE TABLE reports (
      sequence BIGINT PRIMARY KEY, digest TEXT NOT NULL UNIQUE, previous TEXT NOT NULL UNIQUE,
      envelope {bytes} NOT NULL, time BIGINT NOT NULL))",

    R"(CREATE TABLE verdicts (
      sequence {serial}, document TEXT NOT NULL REFERENCES documents (id), job TEXT,
      corpus TEXT NOT NULL,
      verdict TEXT NOT NULL CHECK (verdict IN ('ADMIT', 'QUARANTINE', 'REJECT', 'INCOMPLETE')),
      score BIGINT NOT NULL, p BIGINT, alpha BIGINT NOT NULL, mode TEXT NOT NULL,
      profile TEXT NOT NULL, report TEXT NOT NULL UNIQUE REFERENCES reports (digest),
      signals TEXT NOT NULL, evidence {bytes}, time BIGINT NOT NULL))",
    "CREATE INDEX verdicts_by_document ON verdicts (document, sequence)",
    "CREATE INDEX verdicts_by_verdict ON verdicts (verdict, sequence)",
    "CREATE INDEX verdicts_by_time ON verdicts (time, verdict)",
    R"(CREATE TABLE verdict_signals (
      verdict BIGINT NOT NULL REFERENCES verdicts (sequence), name TEXT NOT NULL,
      status TEXT NOT NULL, score BIGINT NOT NULL, p BIGINT, time BIGINT NOT NULL,
      PRIMARY KEY (verdict, name)))",
    "CREATE INDEX verdict_signals_by_time ON verdict_signals (name, time)",

    R"(CREATE TABLE decisions (
      sequence {serial}, document TEXT NOT NULL REFERENCES documents (id),
      action TEXT NOT NULL CHECK (action IN ('release', 'reject', 'note')), who TEXT NOT NULL,
      reason TEXT NOT NULL, answers TEXT REFERENCES reports (digest),
      report TEXT REFERENCES reports (digest), time BIGINT NOT NULL,
      CHECK (action = 'note' OR (answers IS NOT NULL AND report IS NOT NULL))))",
    "CREATE INDEX decisions_by_document ON decisions (document, sequence)",
    "CREATE UNIQUE INDEX decisions_once ON decisions (answers) WHERE action <> 'note'",
    // The last verdicts that did not admit their document and that nobody has decided on.
    R"(CREATE VIEW waiting AS
      SELECT v.sequence, v.document, v.verdict FROM verdicts v WHERE v.verdict <> 'ADMIT'
      AND NOT EXISTS (SELECT 1 FROM verdicts n
                      WHERE n.document = v.document AND n.sequence > v.sequence)
      AND NOT EXISTS (SELECT 1 FROM decisions d WHERE d.answers = v.report AND d.action <> 'note'))",

    R"(CREATE TABLE jobs (
      sequence {serial}, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, who TEXT NOT NULL,
      request TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
      run TEXT, attempts BIGINT NOT NULL, cancel BIGINT NOT NULL, items_done BIGINT NOT NULL,
      items_total BIGINT NOT NULL, result TEXT, error_code TEXT, error_message TEXT,
      created BIGINT NOT NULL, started BIGINT, ended BIGINT))",
    "CREATE INDEX jobs_by_state ON jobs (state, sequence)",
    R"(CREATE TABLE job_items (
      job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE, item BIGINT NOT NULL,
      result TEXT NOT NULL, time BIGINT NOT NULL, PRIMARY KEY (job, item)))",
    R"(CREATE TABLE job_events (
      sequence {serial}, job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
      type TEXT NOT NULL, data TEXT NOT NULL, time BIGINT NOT NULL))",
    "CREATE INDEX job_events_by_job ON job_events (job, sequence)",

    R"(CREATE TABLE idempotency (
      idempotency_key TEXT NOT NULL, who TEXT NOT NULL, request TEXT NOT NULL, result TEXT NOT NULL,
      time BIGINT NOT NULL, PRIMARY KEY (who, idempotency_key)))",
    "CREATE INDEX idempotency_by_time ON idempotency (time)",
    R"(CREATE TABLE api_keys (
      sequence {serial}, id TEXT NOT NULL UNIQUE, hash TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
      role TEXT NOT NULL, created BIGINT NOT NULL, revoked BIGINT))",
    R"(CREATE TABLE audit_log (
      sequence {serial}, time BIGINT NOT NULL, who TEXT NOT NULL, action TEXT NOT NULL,
      target TEXT NOT NULL, result TEXT NOT NULL))",

    R"(CREATE TABLE corpora (
      sequence {serial}, name TEXT NOT NULL UNIQUE, path TEXT NOT NULL, manifest TEXT,
      state TEXT NOT NULL, created BIGINT NOT NULL, updated BIGINT NOT NULL))",
    R"(CREATE TABLE probe_sets (
      name TEXT NOT NULL, version BIGINT NOT NULL, digest TEXT NOT NULL, content {bytes} NOT NULL,
      who TEXT NOT NULL, created BIGINT NOT NULL, PRIMARY KEY (name, version)))",
    R"(CREATE TABLE monitors (
      sequence {serial}, name TEXT NOT NULL UNIQUE, corpus TEXT NOT NULL REFERENCES corpora (name),
      schedule TEXT NOT NULL, webhook TEXT NOT NULL, created BIGINT NOT NULL, last_run BIGINT,
      last_manifest TEXT))",
};

constexpr std::string_view kWatched[] = {
    "ALTER TABLE monitors ADD COLUMN seen {bytes}",
    R"(CREATE TABLE looks (
      sequence {serial}, monitor TEXT NOT NULL REFERENCES monitors (name) ON DELETE CASCADE,
      job TEXT NOT NULL, documents BIGINT NOT NULL, added BIGINT NOT NULL, changed BIGINT NOT NULL,
      removed BIGINT NOT NULL, flagged BIGINT NOT NULL, newly_flagged BIGINT NOT NULL,
      rescreened BIGINT NOT NULL, reopened BIGINT NOT NULL, left_alone BIGINT NOT NULL,
      found TEXT NOT NULL, time BIGINT NOT NULL))",
    "CREATE INDEX looks_by_monitor ON looks (monitor, sequence)",
    R"(CREATE TABLE deliveries (
      sequence {serial}, monitor TEXT NOT NULL REFERENCES monitors (name) ON DELETE CASCADE,
      body TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'given_up')),
      attempts BIGINT NOT NULL, next_try BIGINT NOT NULL, created BIGINT NOT NULL))",
    "CREATE INDEX deliveries_by_state ON deliveries (state, monitor, sequence)",
};

constexpr Migration kSteps[] = {
    {1, "documents, verdicts, reports, jobs and what belongs to them", kFirst},
    {2, "what monitors saw, found and have to tell", kWatched}};

}  // namespace

std::span<const Migration> schema_steps() { return kSteps; }

}  // namespace ragsieve
