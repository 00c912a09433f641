// Loads again every half a minute, while the page is looked at.
import { useEffect } from "preact/hooks";

const RENEW_MS = 30_000;

export function useRenewal(renew: () => void): void {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && renew(), RENEW_MS);
    return () => clearInterval(timer);
  }, [renew]);
}
