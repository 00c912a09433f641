// The pure parts of the rooms.
import { describe, expect, it } from "vitest";
import { AUDITED } from "../../tests/mock/audits";
import { watchedCorpora } from "../../tests/mock/monitors";
import { Client } from "../api/client";
import { Problem } from "../api/problem";
import { hashOf, routeOf } from "../app/router";
import { nextTheme } from "../app/theme";
import { decide, PartlyDecided } from "./decide";
import { driftRows, driftWord } from "./drift_table";
import { alarmRate, changesOf, newsOf, rateSeries, untoldOf } from "./looks";
import { draftOf, faultsOfDraft, refusedField, requestOf } from "./monitor_fields";
import { pasted, refusalOf } from "./intake";
import { GRAPH_SIZE, graphOf } from "./neighbour_graph";
import { faultsOf, figuresOf, newRow, probeOf, rowOf } from "./probe_rows";
import { reviewKeyOf } from "./review_keys";
import { filtered, signalsIn } from "./risk_filter";
import { stacked } from "./verdict_chart";

describe("Router", () => {
  it("goes there and back with any name", () => {
    const name = "a/b?c#d \u202E%";
    expect(routeOf(hashOf("document", name))).toMatchObject({ page: "document", parts: [name] });
  });
  it("bears addresses that are none", () => {
    expect(routeOf("").page).toBe("overview");
    expect(routeOf("#/document/%E0%A4").parts).toEqual(["%E0%A4"]);
    expect(routeOf("#/probes/x?new=1").query.has("new")).toBe(true);
  });
});

describe("ReviewKeys", () => {
  const at = (selector: string | null) =>
    ({
      closest: (wanted: string) => (selector && wanted.includes(selector) ? {} : null),
    }) as unknown as EventTarget;
  const press = (key: string, target: EventTarget | null = null, ctrlKey = false) =>
    reviewKeyOf({ key, target, ctrlKey, metaKey: false, altKey: false });
  it("mean what they say", () => {
    expect(["j", "k", "r", "x", "n", "s", "q"].map((key) => press(key))).toEqual([
      "next",
      "previous",
      "release",
      "reject",
      "note",
      "select",
      null,
    ]);
  });
  it("rest in fields, dialogs and with modifiers", () => {
    expect([press("r", at("textarea")), press("r", at("dialog")), press("r", null, true)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(press("r", at(null))).toBe("release");
  });
});

describe("Decide", () => {
  it("sends many at most two hundred at once and tells who was refused", async () => {
    const sizes: number[] = [];
    const send = (async (_url: string, init: RequestInit) => {
      const { documents } = JSON.parse(String(init.body)) as { documents: string[] };
      sizes.push(documents.length);
      return new Response(
        JSON.stringify({
          items: documents.map((document) =>
            document === "d3"
              ? { document, problem: { code: "conflict", detail: "decided already" } }
              : { document, decision: {} },
          ),
        }),
      );
    }) as unknown as typeof fetch;
    const documents = Array.from({ length: 250 }, (_, i) => ({ document: `d${i}`, report: null }));
    const error = await decide(new Client("k", { fetch: send }), "release", documents, "why", "key").catch(
      (found: unknown) => found,
    );
    expect(sizes).toEqual([200, 50]);
    expect(error).toBeInstanceOf(PartlyDecided);
    expect((error as PartlyDecided).decided.length).toBe(249);
    expect((error as PartlyDecided).detail).toBe("d3: decided already");
  });
});

describe("Intake", () => {
  it("takes text and Markdown, and says why it takes nothing else", () => {
    expect([
      refusalOf("a.md", "", 5),
      refusalOf("notes", "", 5),
      refusalOf("a.txt", "text/plain", 5),
    ]).toEqual([null, null, null]);
    expect(refusalOf("a.pdf", "application/pdf", 5)).toContain("application/pdf");
    expect(refusalOf("a.md", "", 0)).toBe("The file is empty.");
  });
  it("names what was pasted", () => {
    expect(pasted("x", "")).toMatchObject({ name: "pasted text", mediaType: "text/plain" });
    expect(pasted("x", "n.md").mediaType).toBe("text/markdown");
  });
});

describe("NeighbourGraph", () => {
  const known = new Map(AUDITED.map((record) => [record.id, record]));
  const record = known.get("poison-copy-1a");
  if (!record) throw new Error("no sample");
  it("draws the nearer nearer, all inside", () => {
    const { nodes } = graphOf(record, known);
    const distances = nodes.map((node) => Math.hypot(node.x - GRAPH_SIZE / 2, node.y - GRAPH_SIZE / 2));
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
    for (const node of nodes)
      for (const place of [node.x, node.y]) expect(place > 13 && place < GRAPH_SIZE - 13).toBe(true);
  });
  it("joins neighbours that are neighbours of each other", () => {
    const edges = graphOf(record, known).edges.map(({ from, to }) => `${from.number}-${to.number}`);
    expect(edges.slice(0, 6)).toEqual(["1-2", "1-3", "1-4", "2-3", "2-4", "3-4"]);
    for (const edge of edges.slice(6)) expect(edge).toMatch(/^(\d|1\d)-\d+$/);
    expect(graphOf(record, new Map()).edges).toEqual([]);
  });
  it("bears a document without neighbours", () => {
    const alone = {
      ...record,
      signals: { ...record.signals, rsg: { ...record.signals.rsg, neighbours: [] } },
    };
    expect(graphOf(alone, known)).toEqual({ nodes: [], edges: [], rings: [] });
  });
});

describe("RiskFilter", () => {
  it("goes by name, reason and strongest signal", () => {
    expect(filtered(AUDITED, { text: "MIXED", signal: "" }).map((record) => record.rank)).toEqual([1]);
    expect(filtered(AUDITED, { text: "same as 4", signal: "density" }).length).toBe(5);
    expect(signalsIn(AUDITED)).toEqual(["density", "fluency", "scripts"]);
  });
});

describe("ProbeRows", () => {
  const rows = [
    { id: "q1", question: "Who?", fact: "", weight: "1" },
    { id: "q3", question: "When?", fact: "in May", weight: "2" },
  ];
  it("say what keeps a set from being saved", () => {
    expect(faultsOf(rows).size).toBe(0);
    const bad = [
      ...rows,
      { id: "q1", question: "x", fact: "", weight: "1" },
      { id: "", question: "x", fact: "", weight: "1" },
      { id: "a", question: " ", fact: "", weight: "1" },
      { id: "b", question: "x", fact: "", weight: "-1" },
    ];
    expect([...faultsOf(bad).keys()]).toEqual([2, 3, 4, 5]);
  });
  it("go there and back", () => {
    expect(rows.map((row) => rowOf(probeOf(row)))).toEqual(rows);
    expect(probeOf(rows[0] ?? newRow([]))).not.toHaveProperty("expected_fact");
    expect(newRow(rows).id).toBe("q4");
  });
  it("are counted", () => {
    expect(figuresOf(rows.map(probeOf))).toEqual({ probes: 2, withFact: 1, largestShare: 2 / 3 });
    expect(figuresOf([])).toEqual({ probes: 0, withFact: 0, largestShare: 0 });
  });
});

describe("Overview", () => {
  it("stacks verdicts from the gravest up", () => {
    expect(stacked([{ day: "2026-11-30", admit: 10, quarantine: 2, reject: 1, incomplete: 3 }])).toEqual([
      [1],
      [3],
      [6],
      [16],
    ]);
  });
  it("reads drift by signal, the latest week last", () => {
    const rows = driftRows([
      { signal: "a", week: "2026-W10", psi: 0.3, n: 1 },
      { signal: "a", week: "2026-W09", psi: 0.1, n: 1 },
      { signal: "b", week: "2026-W09", psi: 0, n: 1 },
    ]);
    expect(rows.map((row) => [row.signal, row.latest.psi])).toEqual([
      ["a", 0.3],
      ["b", 0],
    ]);
    expect([null, 0, 0.1, 0.25].map(driftWord)).toEqual(["too few", "steady", "moving", "shifted"]);
  });
});

describe("Theme", () => {
  it("goes round", () => {
    expect(nextTheme(nextTheme(nextTheme("auto")))).toBe("auto");
  });
});

describe("Looks", () => {
  const watched = watchedCorpora().get("handbook-daily");
  if (!watched) throw new Error("no sample");
  const [latest] = watched.looks;
  if (!latest) throw new Error("no sample");
  const quiet = { ...latest, added: 0, changed: 0, removed: 0, newly_flagged: 0, reopened: 0 };
  it("say what is new and what changed", () => {
    expect([newsOf(latest), newsOf(quiet)]).toEqual(["3 documents newly flagged, 1 verdict re-opened", null]);
    expect(newsOf({ ...quiet, left_alone: 2 })).toBe("2 documents not screened again");
    expect(changesOf(latest)).toBe("5 added, 1 changed");
    expect(changesOf({ ...quiet, removed: 1200 })).toBe("1,200 removed");
    expect(changesOf(quiet)).toBe("no document had changed");
  });
  it("have a rate of alarms, or none where there is no document", () => {
    expect(alarmRate(latest)).toBeCloseTo(9 / 653);
    expect(alarmRate({ ...latest, documents: 0 })).toBeNull();
    const [times, rates] = rateSeries(watched.looks);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(rates.at(-1)).toBeCloseTo(9 / 653);
  });
  it("tell of messages that did not arrive", () => {
    expect(untoldOf(watched.monitor)).toBe("2 messages given up, 1 message waiting");
    expect(untoldOf({ ...watched.monitor, deliveries: { waiting: 0, given_up: 0 } })).toBeNull();
  });
});

describe("MonitorFields", () => {
  const draft = { ...draftOf(null), name: "a-1", corpus: "handbook" };
  it("are sent without an address where nobody is told", () => {
    expect(requestOf(draft)).toEqual({ corpus: "handbook", schedule: "1d" });
    expect(requestOf({ ...draft, tells: true, webhook: " https://x " }).webhook).toBe("https://x");
  });
  it("name each fault at its field", () => {
    expect(faultsOfDraft(draft, ["b"])).toEqual({});
    expect(Object.keys(faultsOfDraft({ ...draft, tells: true, corpus: "", schedule: "x" }, ["a-1"]))).toEqual(
      ["name", "corpus", "schedule", "webhook"],
    );
    for (const name of ["", "A", "a b", "a".repeat(65)])
      expect(faultsOfDraft({ ...draft, name }, []).name).toContain("a-z");
  });
  it("take a refusal of the service to its field, others to none", () => {
    const of = (field: string) => refusedField(new Problem(400, "c", "t", "no such corpus", { field }));
    expect(of("corpus")).toEqual({ corpus: "no such corpus" });
    expect([of("other"), refusedField(null)]).toEqual([{}, {}]);
  });
});
