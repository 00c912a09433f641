// Who is at the page: the client with the key, and what the service says of its owner. It lives as
// long as the page does; reloading forgets it.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Client } from "../api/client";
import type { Me } from "../api/operation";

export interface Session {
  client: Client;
  me: Me;
  announce: (text: string) => void; // to a screen reader
  leave: () => void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("no key was entered");
  return session;
}

export function mayScreen(me: Me): boolean {
  return me.role === "screen" || me.role === "admin";
}

export function mayReview(me: Me): boolean {
  return me.role === "review" || me.role === "admin";
}
