// Something that the service gives, with the three states that every view of it shows. What was
// there stays while it is loaded again.
import { useCallback, useEffect, useState } from "preact/hooks";
import { asProblem, isAbort, type Problem } from "../api/problem";

export interface Resource<Value> {
  value: Value | null;
  problem: Problem | null;
  loading: boolean;
  reload: () => void;
  set: (value: Value) => void;
}

export function useResource<Value>(
  load: ((signal: AbortSignal) => Promise<Value>) | null,
  key: readonly unknown[],
): Resource<Value> {
  const [value, setValue] = useState<Value | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [loading, setLoading] = useState(load !== null);
  const [turn, setTurn] = useState(0);
  useEffect(() => setValue(null), key);
  useEffect(() => {
    if (!load) return setLoading(false);
    const stop = new AbortController();
    setLoading(true);
    setProblem(null);
    load(stop.signal)
      .then((found) => {
        if (stop.signal.aborted) return;
        setValue(found);
        setLoading(false);
      })
      .catch((error: unknown) => {
        if (stop.signal.aborted || isAbort(error)) return;
        setProblem(asProblem(error));
        setLoading(false);
      });
    return () => stop.abort();
  }, [...key, turn]);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  return { value, problem, loading, reload, set: setValue };
}
