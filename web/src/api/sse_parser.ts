// Reads an event stream piece by piece, as the HTML standard defines it. A piece may end anywhere,
// also between CR and LF. An event that grows beyond the limit is an error: nothing here is so large.

export interface ServerEvent {
  id: string;
  type: string;
  data: string;
}

const MAX_EVENT_CHARACTERS = 1 << 20;

export class SseParser {
  lastEventId = "";
  #line = "";
  #afterCr = false;
  #type = "";
  #data: string[] = [];
  #size = 0;
  #atStart = true;

  // The events that this piece completes.
  push(piece: string): ServerEvent[] {
    const events: ServerEvent[] = [];
    for (const part of piece.split(/(\r\n|\r|\n)/)) {
      if (part === "\n" && this.#afterCr) {
        this.#afterCr = false;
      } else if (part === "\n" || part === "\r" || part === "\r\n") {
        this.#afterCr = part === "\r";
        this.#endLine(events);
      } else if (part !== "") {
        this.#afterCr = false;
        this.#grow(part);
      }
    }
    return events;
  }

  #grow(part: string): void {
    const text = this.#atStart && part.startsWith("\uFEFF") ? part.slice(1) : part;
    this.#atStart = false;
    this.#line += text;
    this.#size += text.length;
    if (this.#size > MAX_EVENT_CHARACTERS) throw new Error("an event of the service is too large");
  }

  #endLine(events: ServerEvent[]): void {
    const line = this.#line;
    this.#line = "";
    if (line === "") return this.#endEvent(events);
    const colon = line.indexOf(":");
    if (colon === 0) return this.#shrink(line);
    const name = colon < 0 ? line : line.slice(0, colon);
    let value = colon < 0 ? "" : line.slice(colon + 1);
    if (value.startsWith(" ")) value = value.slice(1);
    if (name === "event") this.#type = value;
    if (name === "data") this.#data.push(value);
    if (name === "id" && !value.includes("\0")) this.lastEventId = value;
  }

  // A comment is no part of an event: heartbeats may go on for ever.
  #shrink(comment: string): void {
    this.#size -= comment.length;
  }

  #endEvent(events: ServerEvent[]): void {
    if (this.#data.length > 0) {
      events.push({ id: this.lastEventId, type: this.#type || "message", data: this.#data.join("\n") });
    }
    this.#type = "";
    this.#data = [];
    this.#size = 0;
  }
}
