// Which documents of a corpus its probes reach, as a map and by topic.
import type { JSX } from "preact";
import { useId, useMemo, useState } from "preact/hooks";
import { pathOf } from "../api/client";
import type { CoveredTopic, Coverage } from "../api/coverage";
import type { ProbeSet } from "../api/operation";
import { hashOf } from "../app/router";
import { mayReview, useSession } from "../app/session";
import type { Pages } from "../app/use_pages";
import { useResource } from "../app/use_resource";
import { CorpusChoice } from "../parts/corpus_choice";
import { Empty, Loading } from "../parts/empty";
import { Hostile } from "../parts/hostile";
import { ProblemNote } from "../parts/problem_note";
import { Section } from "../parts/section";
import { counted, percent } from "../text/format";
import { visibleLine } from "../text/runs";
import { cellsOf, topicsByNeed } from "./coverage_cells";
import { CoverageMap } from "./coverage_map";
import { Missed, TopicTable } from "./coverage_topics";

function Summary({ coverage }: { coverage: Coverage }): JSX.Element {
  const { documents, reached, probes, depth, items, more } = coverage;
  return (
    <p>
      <strong>
        {reached.toLocaleString("en-GB")} of {counted(documents, "document")}
      </strong>{" "}
      {documents === 1 ? "is" : "are"} reached by a probe ({percent(reached / documents)}).{" "}
      <span class="faint">
        {counted(probes, "probe")}, each with the {counted(depth, "chunk")} that it retrieves.
        {more && ` The map shows the first ${items.length.toLocaleString("en-GB")} documents of the corpus.`}
      </span>
    </p>
  );
}

// A corpus is asked the set that has its name.
function Advice({
  coverage,
  sets,
  isNew,
}: {
  coverage: Coverage;
  sets: boolean;
  isNew: boolean;
}): JSX.Element | null {
  const { me } = useSession();
  if (coverage.reached === coverage.documents)
    return <p class="note">Every document is reached: an answer about any of them is watched.</p>;
  const editor = hashOf("probes", coverage.corpus) + (isNew ? "?new=1" : "");
  return (
    <p class="note">
      A poison about what no probe asks moves no answer, and passes that part of the gate. For a topic out of
      reach, write the question that a user would ask
      {mayReview(me) && sets ? (
        <>
          : <a href={editor}>{isNew ? "begin" : "edit"} the probes of this corpus</a>.
          {isNew && " They take the place of those that are made of the corpus itself."}
        </>
      ) : (
        ", into the set that has the corpus's name."
      )}
    </p>
  );
}

function TopicFilter({
  topics,
  only,
  onTopic,
}: {
  topics: readonly CoveredTopic[];
  only: string | null;
  onTopic: (topic: string | null) => void;
}): JSX.Element {
  const id = useId();
  const chosen = topics.findIndex(({ topic }) => topic === only);
  return (
    <div class="field">
      <label for={id}>Topic</label>
      <select
        id={id}
        value={only !== null && chosen < 0 ? "other" : String(chosen)}
        onChange={(event) => onTopic(topics[Number(event.currentTarget.value)]?.topic ?? null)}
      >
        <option value="-1">all topics</option>
        {only !== null && chosen < 0 && <option value="other">{visibleLine(only, 60)}</option>}
        {topics.map(({ topic, documents, reached }, i) => (
          <option key={topic} value={String(i)}>
            {visibleLine(topic, 60)} ({reached} of {documents})
          </option>
        ))}
      </select>
    </div>
  );
}

function ByTopic({ coverage }: { coverage: Coverage }): JSX.Element {
  const [only, setOnly] = useState<string | null>(null);
  const topics = useMemo(() => topicsByNeed(coverage.topics), [coverage]);
  const cells = useMemo(() => cellsOf(coverage, topics, only), [coverage, topics, only]);
  return (
    <>
      <div class="filters" role="search" aria-label="Filter the map">
        <TopicFilter topics={topics} only={only} onTopic={setOnly} />
        {only !== null && (
          <button type="button" onClick={() => setOnly(null)}>
            Show all topics
          </button>
        )}
      </div>
      {cells.length > 0 ? (
        <CoverageMap cells={cells} onTopic={setOnly} />
      ) : (
        <p class="faint">
          No document of <Hostile text={only} /> is among those that are shown.
        </p>
      )}
      <Missed key={only ?? ""} cells={cells} named={only === null} />
      <TopicTable topics={topics} only={only} onTopic={setOnly} />
    </>
  );
}

// Asked for by a button: the answer may have to open the corpus's gate.
export function CoverageView({ sets }: { sets: Pages<ProbeSet> }): JSX.Element {
  const { client } = useSession();
  const [corpus, setCorpus] = useState("");
  const [asked, setAsked] = useState<string | null>(null);
  const found = useResource(
    asked === null
      ? null
      : (signal) => client.get<Coverage>(pathOf`/v1/corpora/${asked}/coverage`, { signal }),
    [client, asked],
  );
  const coverage = found.value;
  return (
    <Section title="Coverage" note="documents that the probes reach">
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          if (asked === corpus) found.reload();
          else setAsked(corpus);
        }}
      >
        <CorpusChoice
          label="Corpus"
          value={corpus}
          onChange={(name) => {
            setCorpus(name);
            setAsked(null);
          }}
        />
        <button type="submit" disabled={corpus === ""}>
          Show what they reach
        </button>
      </form>
      {asked === null && (
        <p class="faint">Where corpus or probes are new, the gate is opened first: that takes its time.</p>
      )}
      {found.problem && <ProblemNote problem={found.problem} onRetry={found.reload} />}
      {!coverage && found.loading && <Loading what="what the probes reach" />}
      {coverage && coverage.documents === 0 && <Empty title="The corpus holds no document" />}
      {coverage && coverage.documents > 0 && (
        <>
          <Summary coverage={coverage} />
          <Advice
            coverage={coverage}
            sets={!sets.loading && !sets.problem}
            isNew={!sets.hasMore && !sets.items.some((set) => set.name === coverage.corpus)}
          />
          <ByTopic key={coverage.corpus} coverage={coverage} />
        </>
      )}
    </Section>
  );
}
