// Where the neighbours of a finding are drawn: the nearer in meaning, the nearer to the middle.
import type { AuditedDocument, Neighbour } from "../api/audit_record";

export interface GraphNode {
  number: number; // from 1, as in the table beside the graph
  neighbour: Neighbour;
  x: number;
  y: number;
}

export interface GraphEdge {
  from: GraphNode;
  to: GraphNode;
}

export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[]; // between neighbours that are neighbours of each other too
  rings: { radius: number; cosine: number }[];
}

export const GRAPH_SIZE = 400;
const NEAREST = 62;
const FARTHEST = 172;
const MAX_NODES = 24;

// `known`: records by id, of which the edges between neighbours are read.
export function graphOf(record: AuditedDocument, known: ReadonlyMap<string, AuditedDocument>): Graph {
  const neighbours = [...record.signals.rsg.neighbours]
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, MAX_NODES);
  const best = neighbours[0]?.cosine ?? 1;
  const worst = neighbours.at(-1)?.cosine ?? 0;
  const width = Math.max(best - worst, 0.02);
  const radiusOf = (cosine: number) => NEAREST + ((best - cosine) / width) * (FARTHEST - NEAREST);
  const nodes = neighbours.map((neighbour, i) => {
    const angle = -Math.PI / 2 + (i * 2 * Math.PI) / neighbours.length;
    const radius = radiusOf(neighbour.cosine);
    return {
      number: i + 1,
      neighbour,
      x: GRAPH_SIZE / 2 + radius * Math.cos(angle),
      y: GRAPH_SIZE / 2 + radius * Math.sin(angle),
    };
  });
  const edges = nodes.flatMap((from) => {
    const theirs = new Set(known.get(from.neighbour.id)?.signals.rsg.neighbours.map((one) => one.id));
    return nodes
      .filter((to) => to.number > from.number && theirs.has(to.neighbour.id))
      .map((to) => ({ from, to }));
  });
  const rings =
    neighbours.length < 2
      ? []
      : [best, (best + worst) / 2, worst].map((cosine) => ({ cosine, radius: radiusOf(cosine) }));
  return { nodes, edges, rings };
}
