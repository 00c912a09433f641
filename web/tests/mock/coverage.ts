// What the probes of the handbook reach: some topics whole, some in part, some not at all.
import type { Coverage, CoveredDocument, CoveredTopic } from "../../src/api/coverage";
import type { MockAnswer, MockCall } from "./routes";
import { Refusal } from "./refusal";
import { HOSTILE_NAME } from "./texts";

const TOPICS = [
  "Leave",
  "Expenses",
  "Safety",
  HOSTILE_NAME,
  "Rain gauges",
  "Visitors",
  "Travel",
  "Pensions",
  "On call",
  "Laptops",
  "Parental leave",
  "Fire drills",
  "Purchasing",
  "Archive",
];

// Topics in turn, so that the corpus's order is not the map's.
export function coverageOf(corpus: string, documents: number, listed = documents): Coverage {
  const all: CoveredDocument[] = Array.from({ length: documents }, (_, i) => {
    const t = i % TOPICS.length;
    const isMissed = t % 5 === 3 || (i * 7 + t) % 11 < t % 6;
    const probes = isMissed ? 0 : 1 + ((i * 5) % (3 + t));
    const best_rank = isMissed ? 0 : 1 + (i % 5);
    return { id: `handbook/page-${i}`, topic: TOPICS[t] ?? "", probes, best_rank };
  });
  const topics: CoveredTopic[] = TOPICS.map((topic) => {
    const own = all.filter((one) => one.topic === topic);
    return { topic, documents: own.length, reached: own.filter((one) => one.probes > 0).length };
  }).sort((a, b) => b.documents - b.reached - (a.documents - a.reached));
  return {
    corpus,
    probes: 30,
    depth: 5,
    documents,
    reached: all.filter((one) => one.probes > 0).length,
    topics,
    items: all.slice(0, listed),
    more: listed < documents,
  };
}

export function coverage(call: MockCall): MockAnswer {
  const corpus = call.state.corpora.find((one) => one.name === call.parts[0]);
  if (!corpus) throw new Refusal(404, "not_found", "there is no such corpus", "corpus");
  if (corpus.state !== "ready")
    throw new Refusal(503, "unavailable", `corpus '${corpus.name}' is not ready: it is ${corpus.state}`);
  return { status: 200, json: call.state.coverage.get(corpus.name) };
}
