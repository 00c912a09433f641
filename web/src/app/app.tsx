// The frame of the page: the key first, then the rooms. Each change of room moves the focus to it.
import { Fragment, type JSX } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Client } from "../api/client";
import type { Me } from "../api/operation";
import { AuditPage } from "../pages/audit_page";
import { DocumentPage } from "../pages/document_page";
import { DocumentsPage } from "../pages/documents_page";
import { KeyPage } from "../pages/key_page";
import { MonitorPage } from "../pages/monitor_page";
import { OverviewPage } from "../pages/overview_page";
import { ProbesPage } from "../pages/probes_page";
import { QuarantinePage } from "../pages/quarantine_page";
import { ScreenPage } from "../pages/screen_page";
import { SettingsPage } from "../pages/settings_page";
import { Empty } from "../parts/empty";
import { Hostile } from "../parts/hostile";
import { ErrorGuard } from "./error_guard";
import { hashOf, type Route, useRoute } from "./router";
import { SessionContext, type Session, useSession } from "./session";
import { ThemeSwitch } from "./theme_switch";

const ROOMS: readonly (readonly [string, string])[] = [
  ["overview", "Overview"],
  ["screen", "Screen"],
  ["quarantine", "Quarantine"],
  ["audit", "Audits"],
  ["documents", "Documents"],
  ["probes", "Probes"],
  ["settings", "Settings"],
];

// Rooms that another one leads to: their name, and where they are in the list of rooms.
const INNER: Readonly<Record<string, readonly [string, string]>> = {
  document: ["Document", "documents"],
  monitor: ["Watched corpora", "overview"],
};

function Room({ route }: { route: Route }): JSX.Element {
  const id = route.parts[0];
  if (route.page === "overview") return <OverviewPage />;
  if (route.page === "screen") return <ScreenPage />;
  if (route.page === "quarantine") return <QuarantinePage />;
  if (route.page === "audit") return <AuditPage route={route} />;
  if (route.page === "documents") return <DocumentsPage />;
  if (route.page === "document" && id !== undefined) return <DocumentPage key={id} id={id} />;
  if (route.page === "monitor") return <MonitorPage route={route} />;
  if (route.page === "probes") return <ProbesPage route={route} />;
  if (route.page === "settings") return <SettingsPage />;
  return (
    <Empty title="There is no such page">
      <a href={hashOf("overview")}>Go to the overview.</a>
    </Empty>
  );
}

function Frame({ route }: { route: Route }): JSX.Element {
  const { me, leave } = useSession();
  const main = useRef<HTMLElement>(null);
  const place = [route.page, ...route.parts].join("/");
  const first = useRef(true);
  useEffect(() => {
    const name = ROOMS.find(([page]) => page === route.page)?.[1] ?? INNER[route.page]?.[0] ?? "No page";
    document.title = `${name} · ragsieve`;
    if (!first.current) {
      main.current?.focus();
      scrollTo(0, 0);
    }
    first.current = false;
  }, [place]);
  const current = INNER[route.page]?.[1] ?? route.page;
  return (
    <div class="frame">
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the content
      </a>
      <header class="side">
        <p class="brand">ragsieve</p>
        <nav aria-label="Rooms">
          <ul>
            {ROOMS.map(([page, name]) => (
              <li key={page}>
                <a href={hashOf(page)} aria-current={page === current ? "page" : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="side-foot">
          <span class="who">
            <Hostile text={me.name} class="plain" /> <span class="faint">{me.role}</span>
          </span>
          <ThemeSwitch />
          <button type="button" class="quiet" onClick={leave}>
            Forget the key
          </button>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <ErrorGuard key={place}>
          <Room route={route} />
        </ErrorGuard>
      </main>
    </div>
  );
}

export function App(): JSX.Element {
  const route = useRoute();
  const [who, setWho] = useState<{ client: Client; me: Me } | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [spoken, setSpoken] = useState("");
  const leave = useCallback((why: string | null) => {
    setWho(null);
    setNote(why);
  }, []);
  const session = useMemo<Session | null>(
    () => who && { ...who, announce: setSpoken, leave: () => leave("The key is forgotten.") },
    [who, leave],
  );
  const enter = (client: Client, me: Me) => {
    setNote(null);
    setWho({ client, me });
  };
  return (
    <Fragment>
      {session ? (
        <SessionContext.Provider value={session}>
          <Frame route={route} />
        </SessionContext.Provider>
      ) : (
        <KeyPage
          note={note}
          onEnter={enter}
          onRefused={() => leave("The service does not take this key, or takes it no more.")}
        />
      )}
      <p class="visually-hidden" role="status" aria-live="polite">
        {spoken}
      </p>
    </Fragment>
  );
}
