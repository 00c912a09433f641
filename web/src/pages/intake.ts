// A document on its way to the gate: its name, its media type and its bytes, as they came.
import { utf8 } from "../text/runs";

export interface Intake {
  name: string;
  mediaType: "text/plain" | "text/markdown";
  bytes: Uint8Array;
}

const MARKDOWN = /\.(md|markdown|mdown)$/i;
const TEXT = /\.(txt|text|log|csv|rst)$/i;

// Why a file cannot be screened, or null.
export function refusalOf(name: string, type: string, size: number): string | null {
  if (size === 0) return "The file is empty.";
  const isText =
    MARKDOWN.test(name) ||
    TEXT.test(name) ||
    type.startsWith("text/") ||
    (type === "" && !name.includes("."));
  if (!isText) return `Text and Markdown can be screened; this is ${type || "a file of another kind"}.`;
  return null;
}

export function mediaTypeOf(name: string, type: string): Intake["mediaType"] {
  return MARKDOWN.test(name) || type === "text/markdown" ? "text/markdown" : "text/plain";
}

export async function intakeOf(file: File): Promise<Intake> {
  return {
    name: file.name,
    mediaType: mediaTypeOf(file.name, file.type),
    bytes: new Uint8Array(await file.arrayBuffer()),
  };
}

export function pasted(text: string, name: string): Intake {
  return { name: name || "pasted text", mediaType: mediaTypeOf(name, ""), bytes: utf8(text) };
}
