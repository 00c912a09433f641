// One screening: sent, followed where it becomes a job, and its record at the end.
import { useEffect, useState } from "preact/hooks";
import { type Client, newIdempotencyKey, pathOf, type Query } from "../api/client";
import type { Accepted, JobItem } from "../api/job";
import { asProblem, Problem } from "../api/problem";
import { type DocumentHistory, type Page, withWords } from "../api/review";
import type { Screened } from "../api/verdict_record";
import { type FollowedJob, useJob } from "../app/use_job";
import type { Intake } from "./intake";

// What takes longer is a job, whose progress can be shown.
const ANSWER_WITHIN_MS = 1500;

export interface Screening {
  sending: boolean;
  followed: FollowedJob | null;
  screened: Screened | null;
  problem: Problem | null;
  bytes: Uint8Array | null; // of what was screened
  start: (intake: Intake, query: Query) => void;
}

// The record that a job left, with the words of its evidence where this key may read them.
async function recordOf(client: Client, job: string): Promise<Screened> {
  const { items } = await client.get<Page<JobItem<Screened>>>(pathOf`/v1/jobs/${job}/items`);
  const result = items[0]?.result;
  if (!result) throw new Problem(0, "no_result", "No result", "The job is done and left no verdict.");
  if ("error" in result)
    throw new Problem(0, result.error.code, "It could not be screened", result.error.message);
  try {
    const { verdicts, record } = await client.get<DocumentHistory>(pathOf`/v1/documents/${result.document}`);
    return verdicts[0]?.report === result.report ? withWords(result, record) : result;
  } catch {
    return result; // a key that may only screen: the record without words is what it gets
  }
}

export function useScreening(client: Client): Screening {
  const [sending, setSending] = useState(false);
  const [job, setJob] = useState<Accepted | null>(null);
  const [screened, setScreened] = useState<Screened | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [bytes, setBytes] = useState<Uint8Array | null>(null);
  const followed = useJob(client, job?.job ?? null, job?.events ?? "");
  useEffect(() => {
    if (followed.job?.state !== "done") return;
    recordOf(client, followed.job.id)
      .then(setScreened)
      .catch((error: unknown) => setProblem(asProblem(error)))
      .finally(() => setJob(null));
  }, [followed.job]);
  const start = (intake: Intake, query: Query) => {
    setSending(true);
    setJob(null);
    setScreened(null);
    setProblem(null);
    setBytes(intake.bytes);
    client
      .post<Screened | Accepted>("/v1/screen", {
        query: { ...query, id: intake.name, timeout_ms: ANSWER_WITHIN_MS },
        body: { type: intake.mediaType, bytes: intake.bytes },
        idempotencyKey: newIdempotencyKey(),
      })
      .then(({ status, value }) => {
        if (status === 202) setJob(value as Accepted);
        else setScreened(value as Screened);
      })
      .catch((error: unknown) => setProblem(asProblem(error)))
      .finally(() => setSending(false));
  };
  return { sending, followed: job === null ? null : followed, screened, problem, bytes, start };
}
