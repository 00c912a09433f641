// A list of the service, newest first, page after page.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Client, Query } from "../api/client";
import { asProblem, isAbort, type Problem } from "../api/problem";
import type { Page } from "../api/review";

export interface Pages<Item> {
  items: Item[];
  hasMore: boolean;
  loading: boolean;
  problem: Problem | null;
  more: () => void;
  reload: () => void;
  remove: (gone: (item: Item) => boolean) => void;
}

export function usePages<Item>(client: Client, path: string, query: Query = {}, limit = 100): Pages<Item> {
  const [items, setItems] = useState<Item[]>([]);
  const [next, setNext] = useState<number | null>(null);
  const [loading, setLoading] = useState(true);
  const [problem, setProblem] = useState<Problem | null>(null);
  const running = useRef<AbortController | null>(null);
  const load = useCallback(
    (before: number | null) => {
      running.current?.abort();
      const stop = new AbortController();
      running.current = stop;
      setLoading(true);
      setProblem(null);
      client
        .get<Page<Item>>(path, { query: { ...query, before, limit }, signal: stop.signal })
        .then((page) => {
          if (stop.signal.aborted) return;
          setItems((known) => (before === null ? page.items : [...known, ...page.items]));
          setNext(page.next ?? null);
          setLoading(false);
        })
        .catch((error: unknown) => {
          if (stop.signal.aborted || isAbort(error)) return;
          setProblem(asProblem(error));
          setLoading(false);
        });
    },
    [client, path, JSON.stringify(query), limit],
  );
  useEffect(() => {
    load(null);
    return () => running.current?.abort();
  }, [load]);
  return {
    items,
    loading,
    problem,
    hasMore: next !== null,
    more: () => load(next),
    reload: () => load(null),
    remove: (gone) => setItems((known) => known.filter((item) => !gone(item))),
  };
}
