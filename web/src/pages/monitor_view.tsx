// One watched corpus: when it is looked at and who is told, a look now, and what the looks found.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { newIdempotencyKey, pathOf } from "../api/client";
import { type Accepted, isOver } from "../api/job";
import type { Look, Monitor } from "../api/monitor";
import { asProblem, type Problem } from "../api/problem";
import { hashOf } from "../app/router";
import { mayReview, useSession } from "../app/session";
import { useJob } from "../app/use_job";
import { usePages } from "../app/use_pages";
import { ConfirmDialog } from "../parts/confirm_dialog";
import { Empty } from "../parts/empty";
import { Hostile } from "../parts/hostile";
import { JobView } from "../parts/job_view";
import { More } from "../parts/more";
import { ProblemNote } from "../parts/problem_note";
import { Section } from "../parts/section";
import { counted, moment } from "../text/format";
import { dueWords, scheduleWords } from "../text/schedule";
import { LookChart } from "./look_chart";
import { LookReport } from "./look_report";
import { LookTable } from "./look_table";
import { MonitorForm } from "./monitor_form";

function Facts({ monitor }: { monitor: Monitor }): JSX.Element {
  return (
    <dl class="facts">
      <div>
        <dt>Corpus</dt>
        <dd>
          <Hostile text={monitor.corpus} />
        </dd>
      </div>
      <div>
        <dt>Looked at</dt>
        <dd>{scheduleWords(monitor.schedule) ?? monitor.schedule}</dd>
      </div>
      <div>
        <dt>Last look</dt>
        <dd>{monitor.last_look ? moment(monitor.last_look) : "none yet"}</dd>
      </div>
      <div>
        <dt>Next look</dt>
        <dd>{dueWords(monitor.next_look)}</dd>
      </div>
      <div>
        <dt>Told</dt>
        <dd>{monitor.webhook ? "a webhook" : "nobody"}</dd>
      </div>
      <div>
        <dt>Watched since</dt>
        <dd>{moment(monitor.created)}</dd>
      </div>
    </dl>
  );
}

function Deliveries({ monitor }: { monitor: Monitor }): JSX.Element | null {
  const { waiting, given_up: lost } = monitor.deliveries;
  if (waiting === 0 && lost === 0) return null;
  return (
    <div class="problem">
      {lost > 0 && (
        <p>
          <strong>{counted(lost, "message")} given up.</strong> The webhook did not take{" "}
          {lost === 1 ? "it" : "them"} for a day. What was found stands below.
        </p>
      )}
      {waiting > 0 && (
        <p>
          <strong>{counted(waiting, "message")} waiting.</strong> The webhook has not taken{" "}
          {waiting === 1 ? "it" : "them"} yet; the service tries again.
        </p>
      )}
    </div>
  );
}

function LookNow({ name, onDone }: { name: string; onDone: () => void }): JSX.Element {
  const { client, announce } = useSession();
  const [job, setJob] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const key = useRef(newIdempotencyKey()); // kept until it was taken: a retry looks once
  const followed = useJob(client, job, job === null ? "" : pathOf`/v1/jobs/${job}/events`);
  const state = followed.job?.state;
  useEffect(() => {
    if (state !== "done") return;
    announce("The look is done.");
    onDone();
  }, [state]);
  const isAtWork = job !== null && !followed.problem && !(state && isOver(state));
  const look = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { value } = await client.post<Accepted>(pathOf`/v1/monitors/${name}/looks`, {
        idempotencyKey: key.current,
      });
      key.current = newIdempotencyKey();
      setJob(value.job);
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" class="primary" disabled={busy || isAtWork} onClick={() => void look()}>
        {isAtWork ? "Looking …" : "Look now"}
      </button>
      {job !== null && (
        <div class="look-job">
          <JobView followed={followed} />
        </div>
      )}
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

function Change({ monitor, onChanged }: { monitor: Monitor; onChanged: () => void }): JSX.Element {
  const { client, announce } = useSession();
  const [open, setOpen] = useState<"form" | "stop" | null>(null);
  const stop = async () => {
    await client.delete(pathOf`/v1/monitors/${monitor.name}`);
    announce("It is watched no more.");
    location.hash = hashOf("monitor");
  };
  return (
    <>
      <button
        type="button"
        aria-expanded={open === "form"}
        onClick={() => setOpen(open === "form" ? null : "form")}
      >
        Change
      </button>
      <button type="button" class="danger" onClick={() => setOpen("stop")}>
        Stop watching
      </button>
      {open === "form" && (
        <div class="look-job">
          <MonitorForm
            monitor={monitor}
            taken={[]}
            onCancel={() => setOpen(null)}
            onSaved={() => {
              setOpen(null);
              announce("The change is saved.");
              onChanged();
            }}
          />
        </div>
      )}
      {open === "stop" && (
        <ConfirmDialog
          title="Stop watching this corpus?"
          explanation="Its looks are forgotten, and what was seen: watched again, everything counts as new. Verdicts and decisions stay."
          verb="Stop watching"
          send={stop}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

export function MonitorView({
  monitor,
  onChanged,
}: {
  monitor: Monitor;
  onChanged: () => void;
}): JSX.Element {
  const { client, me } = useSession();
  const looks = usePages<Look>(client, pathOf`/v1/monitors/${monitor.name}/looks`);
  const known = useRef(monitor.last_look);
  useEffect(() => {
    if (known.current !== monitor.last_look) looks.reload(); // the schedule looked meanwhile
    known.current = monitor.last_look;
  }, [monitor.last_look]);
  const latest = looks.items[0];
  return (
    <>
      <Facts monitor={monitor} />
      <Deliveries monitor={monitor} />
      {mayReview(me) && (
        <div class="actions">
          <LookNow name={monitor.name} onDone={onChanged} />
          {me.role === "admin" && <Change monitor={monitor} onChanged={onChanged} />}
        </div>
      )}
      {latest && <LookReport look={latest} />}
      <Section title="Looks">
        {!latest && !looks.loading && !looks.problem && (
          <Empty title="No look yet">
            The first one tells of everything that is flagged; later ones of what is new.
          </Empty>
        )}
        {looks.items.length > 1 && <LookChart looks={looks.items} />}
        {latest && <LookTable looks={looks.items} />}
        <More pages={looks} what="looks" />
      </Section>
    </>
  );
}
