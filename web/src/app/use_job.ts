// A job that is followed while its page is open: how far it is, and its end.
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../api/client";
import { isOver, type Job, type JobProgress } from "../api/job";
import { followJob } from "../api/job_events";
import { asProblem, isAbort, type Problem } from "../api/problem";
import type { ServerEvent } from "../api/sse_parser";

export interface FollowedJob {
  job: Job | null;
  progress: JobProgress | null;
  stages: string[]; // that were heard of, the last one is at work
  connected: boolean;
  problem: Problem | null;
}

const NOTHING: FollowedJob = { job: null, progress: null, stages: [], connected: true, problem: null };

function progressOf(event: ServerEvent): JobProgress | null {
  try {
    const data = JSON.parse(event.data) as Partial<JobProgress>;
    if (typeof data.done !== "number" || typeof data.total !== "number") return null;
    return data as JobProgress;
  } catch {
    return null;
  }
}

function advanced(known: FollowedJob, event: ServerEvent): FollowedJob {
  const progress = progressOf(event) ?? known.progress;
  const stage = progress?.stage;
  const stages = stage && known.stages.at(-1) !== stage ? [...known.stages, stage] : known.stages;
  return { ...known, progress, stages };
}

// `events`: the path of the job's event stream; the job itself is read again when it is over.
export function useJob(client: Client, id: string | null, events: string): FollowedJob {
  const [state, setState] = useState<FollowedJob>(NOTHING);
  useEffect(() => {
    setState(NOTHING);
    if (id === null) return;
    const stop = new AbortController();
    const read = async () => {
      const path = `/v1/jobs/${encodeURIComponent(id)}`;
      const first = await client.get<Job>(path, { signal: stop.signal });
      setState((known) => ({ ...known, job: first, progress: known.progress ?? first.progress }));
      if (isOver(first.state)) return;
      await followJob(client, events, {
        signal: stop.signal,
        onEvent: (event) => setState((known) => advanced(known, event)),
        onConnection: (connected) => setState((known) => ({ ...known, connected })),
      });
      const last = await client.get<Job>(path, { signal: stop.signal });
      setState((known) => ({ ...known, job: last }));
    };
    read().catch((error: unknown) => {
      if (!stop.signal.aborted && !isAbort(error))
        setState((known) => ({ ...known, problem: asProblem(error) }));
    });
    return () => stop.abort();
  }, [client, id, events]);
  return state;
}
