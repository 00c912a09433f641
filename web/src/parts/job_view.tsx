// A job on its way: what it does, how far it is, and how to stop it.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { pathOf } from "../api/client";
import { isOver } from "../api/job";
import { asProblem, Problem } from "../api/problem";
import { mayReview, useSession } from "../app/session";
import type { FollowedJob } from "../app/use_job";
import { stageWords } from "../text/stages";
import { ProblemNote } from "./problem_note";
import { Progress } from "./progress";

function wordOf(followed: FollowedJob): string {
  if (followed.job?.state === "queued" && !followed.progress?.stage) return "Waits for a worker";
  return stageWords(followed.progress?.stage);
}

export function JobView({ followed }: { followed: FollowedJob }): JSX.Element | null {
  const { client, me } = useSession();
  const [refused, setRefused] = useState<Problem | null>(null);
  const { job, progress, problem } = followed;
  if (problem) return <ProblemNote problem={problem} />;
  if (!job) return <Progress label="Asking for the job" done={0} total={0} />;
  if (job.state === "cancelled")
    return (
      <p class="note" role="status">
        The job was cancelled.
      </p>
    );
  if (job.state === "failed") {
    const error = job.error ?? { code: "failed", message: "The job failed and left no reason." };
    return <ProblemNote problem={new Problem(0, error.code, "The job failed", error.message)} />;
  }
  if (isOver(job.state)) return null;
  const cancel = () => {
    client.delete(pathOf`/v1/jobs/${job.id}`).catch((error: unknown) => setRefused(asProblem(error)));
  };
  return (
    <div class="job">
      <Progress label={wordOf(followed)} done={progress?.done ?? 0} total={progress?.total ?? 0} />
      {!followed.connected && (
        <p class="faint" role="status">
          The connection broke; going on behind the last event. The job itself runs on.
        </p>
      )}
      {mayReview(me) && (
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      )}
      {refused && <ProblemNote problem={refused} />}
    </div>
  );
}
