// Which records of an audit are listed.
import type { AuditedDocument } from "../api/audit_record";

export interface RiskFilter {
  text: string;
  signal: string; // "": any
}

export function signalsIn(records: readonly AuditedDocument[]): string[] {
  return [...new Set(records.flatMap((record) => (record.strongest ? [record.strongest] : [])))].sort();
}

export function filtered(records: readonly AuditedDocument[], filter: RiskFilter): AuditedDocument[] {
  const text = filter.text.trim().toLocaleLowerCase();
  return records.filter((record) => {
    if (filter.signal !== "" && record.strongest !== filter.signal) return false;
    return (
      text === "" || [record.id, ...record.reasons].some((line) => line.toLocaleLowerCase().includes(text))
    );
  });
}
