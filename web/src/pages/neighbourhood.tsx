// The neighbourhood of a finding: a graph for the eye and a table that says the same.
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { AuditedDocument, Neighbour } from "../api/audit_record";
import { Hostile } from "../parts/hostile";
import { fixed, percent } from "../text/format";
import { visibleLine } from "../text/runs";
import { type Graph, GRAPH_SIZE, type GraphNode, graphOf } from "./neighbour_graph";

const MIDDLE = GRAPH_SIZE / 2;

function nodeClass(node: GraphNode, known: ReadonlyMap<string, AuditedDocument>): string {
  const flagged = known.get(node.neighbour.id)?.flagged ? " node-flagged" : "";
  return `node${node.neighbour.eligible ? " node-eligible" : ""}${flagged}`;
}

// The program compares words only where the meaning is near, and gives 0 elsewhere.
function wordsShared({ jaccard, eligible }: Neighbour): string {
  return jaccard > 0 || eligible ? percent(jaccard, 0) : "–";
}

function Drawing({
  graph,
  known,
  label,
}: {
  graph: Graph;
  known: ReadonlyMap<string, AuditedDocument>;
  label: string;
}): JSX.Element {
  return (
    <svg class="graph" viewBox={`0 0 ${GRAPH_SIZE} ${GRAPH_SIZE}`} role="img" aria-label={label}>
      {graph.rings.map((ring, i) => (
        <g key={i}>
          <circle class="ring" cx={MIDDLE} cy={MIDDLE} r={ring.radius} />
          <text class="ring-label" x={MIDDLE + ring.radius * 0.72} y={MIDDLE + ring.radius * 0.72}>
            {fixed(ring.cosine)}
          </text>
        </g>
      ))}
      {graph.edges.map(({ from, to }) => (
        <line
          key={`${from.number}-${to.number}`}
          class="edge-between"
          x1={from.x}
          y1={from.y}
          x2={to.x}
          y2={to.y}
        />
      ))}
      {graph.nodes.map((node) => (
        <line
          key={node.number}
          class={node.neighbour.eligible ? "edge edge-eligible" : "edge"}
          x1={MIDDLE}
          y1={MIDDLE}
          x2={node.x}
          y2={node.y}
        />
      ))}
      <circle class="node-centre" cx={MIDDLE} cy={MIDDLE} r="12" />
      {graph.nodes.map((node) => (
        <g key={node.number} class={nodeClass(node, known)}>
          <title>{visibleLine(node.neighbour.id, 80)}</title>
          <circle cx={node.x} cy={node.y} r="13" />
          <text x={node.x} y={node.y + 4.5}>
            {node.number}
          </text>
        </g>
      ))}
    </svg>
  );
}

export function Neighbourhood({
  record,
  known,
  onOpen,
}: {
  record: AuditedDocument;
  known: ReadonlyMap<string, AuditedDocument>;
  onOpen: (id: string) => void;
}): JSX.Element {
  const graph = useMemo(() => graphOf(record, known), [record, known]);
  const eligible = graph.nodes.filter((node) => node.neighbour.eligible).length;
  const label = `${graph.nodes.length} nearest neighbours of ${visibleLine(record.id, 60)}, ${eligible} of them near in meaning but not in words; the table lists them`;
  return (
    <div class="neighbourhood">
      <Drawing graph={graph} known={known} label={label} />
      <table class="plain-table">
        <caption>
          Nearest neighbours. <span class="key-eligible">Filled</span>: says the same in other words. Red:
          flagged as well. –: too far for its words to be compared.
        </caption>
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Document</th>
            <th scope="col" class="number">
              Cosine
            </th>
            <th scope="col" class="number">
              Words shared
            </th>
          </tr>
        </thead>
        <tbody>
          {graph.nodes.map((node) => (
            <tr key={node.number} class={nodeClass(node, known)}>
              <td class="number">{node.number}</td>
              <th scope="row">
                {known.has(node.neighbour.id) ? (
                  <button type="button" class="link" onClick={() => onOpen(node.neighbour.id)}>
                    <Hostile text={node.neighbour.id} />
                  </button>
                ) : (
                  <Hostile text={node.neighbour.id} />
                )}
              </th>
              <td class="number">{fixed(node.neighbour.cosine, 3)}</td>
              <td class="number">{wordsShared(node.neighbour)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
