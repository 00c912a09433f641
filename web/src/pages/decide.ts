// Sends a reviewer's decision on one document or on many. Nothing is sent without a reason.
import { type Client, pathOf } from "../api/client";
import { Problem } from "../api/problem";
import type { BulkAnswer, DecisionAction } from "../api/review";
import { counted } from "../text/format";

const AT_ONCE = 200;

// The documents that were decided on. Where some were refused the others stand, and the Problem
// that is thrown carries both.
export class PartlyDecided extends Problem {
  constructor(
    readonly decided: string[],
    refused: { document: string; detail: string }[],
  ) {
    super(
      0,
      "partly_decided",
      `${counted(decided.length, "document")} decided, ${refused.length} refused`,
      refused.map((one) => `${one.document}: ${one.detail}`).join(" · "),
    );
  }
}

export async function decide(
  client: Client,
  action: DecisionAction,
  documents: readonly { document: string; report: string | null }[],
  reason: string,
  idempotencyKey: string,
): Promise<string[]> {
  const only = documents[0];
  if (documents.length === 1 && only !== undefined) {
    const json = { reason, ...(only.report ? { report: only.report } : {}) }; // what the reviewer saw
    await client.post(pathOf`/v1/quarantine/${only.document}/${action}`, { json, idempotencyKey });
    return [only.document];
  }
  const decided: string[] = [];
  const refused: { document: string; detail: string }[] = [];
  for (let at = 0; at < documents.length; at += AT_ONCE) {
    const { value } = await client.post<BulkAnswer>("/v1/quarantine/decisions", {
      json: { action, reason, documents: documents.slice(at, at + AT_ONCE).map((one) => one.document) },
      idempotencyKey: at === 0 ? idempotencyKey : `${idempotencyKey}-${at / AT_ONCE}`,
    });
    for (const item of value.items) {
      if (item.problem) refused.push({ document: item.document, detail: item.problem.detail });
      else decided.push(item.document);
    }
  }
  if (refused.length > 0) throw new PartlyDecided(decided, refused);
  return decided;
}
