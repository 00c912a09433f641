// The page's own addresses live behind "#", so that the server needs one path for all of them:
// "#/document/7?seal=1" is the page `document`, its parts ["7"], and a query.
import { useEffect, useState } from "preact/hooks";

export interface Route {
  page: string;
  parts: string[];
  query: URLSearchParams;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function routeOf(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [page = "", ...parts] = path.split("/").map(decoded);
  return {
    page: page || "overview",
    parts: parts.filter((part) => part !== ""),
    query: new URLSearchParams(query),
  };
}

export function hashOf(page: string, ...parts: string[]): string {
  return ["#", page, ...parts.map(encodeURIComponent)].join("/");
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  useEffect(() => {
    const follow = () => setRoute(routeOf(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}
