// What went wrong with a request, in words that can be shown: an application/problem+json of the
// service, or a failure to reach it.

export interface ProblemPlace {
  path?: string;
  line?: number;
  field?: string;
}

export class Problem extends Error {
  constructor(
    readonly status: number, // 0: there was no answer
    readonly code: string,
    readonly title: string,
    readonly detail: string,
    readonly where: ProblemPlace | null = null,
    readonly requestId: string | null = null,
    readonly retryAfterS: number | null = null,
  ) {
    super(detail || title);
    this.name = "Problem";
  }
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function placeOf(value: unknown): ProblemPlace | null {
  if (typeof value !== "object" || value === null) return null;
  const found = value as Record<string, unknown>;
  const place: ProblemPlace = {};
  if (typeof found.path === "string") place.path = found.path;
  if (typeof found.line === "number") place.line = found.line;
  if (typeof found.field === "string") place.field = found.field;
  return Object.keys(place).length > 0 ? place : null;
}

// Seconds, of the header's two forms; null where it is neither.
export function retryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const time = Date.parse(header);
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - nowMs) / 1000));
}

// A proxy's HTML page is no problem document: then only its status is told.
export function problemOf(
  status: number,
  body: string,
  headers: { get(name: string): string | null },
  nowMs: number = Date.now(),
): Problem {
  let fields: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === "object" && parsed !== null) fields = parsed as Record<string, unknown>;
  } catch {
    fields = {};
  }
  return new Problem(
    status,
    text(fields.code) ?? `http_${status}`,
    text(fields.title) ?? `Status ${status}`,
    text(fields.detail) ?? `The service answered with status ${status} and no explanation.`,
    placeOf(fields.where),
    text(fields.request_id) ?? headers.get("X-Request-Id"),
    retryAfter(headers.get("Retry-After"), nowMs),
  );
}

export function unreachable(): Problem {
  return new Problem(
    0,
    "unreachable",
    "No answer",
    "The service did not answer: it may be restarting, or the network is down. Nothing that it had acknowledged is lost.",
  );
}

export function unreadable(status: number): Problem {
  return new Problem(status, "unreadable", "Unreadable answer", "The service's answer is not JSON.");
}

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem(0, "page", "The page failed", error instanceof Error ? error.message : String(error));
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
