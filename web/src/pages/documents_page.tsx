// Documents that were screened, the newest first, or those of one name.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { StoredDocument } from "../api/review";
import { hashOf } from "../app/router";
import { useSession } from "../app/session";
import { usePages } from "../app/use_pages";
import { Empty } from "../parts/empty";
import { Hostile } from "../parts/hostile";
import { More } from "../parts/more";
import { PageHead } from "../parts/page_head";
import { moment, shortDigest } from "../text/format";

export function DocumentsPage(): JSX.Element {
  const { client } = useSession();
  const [typed, setTyped] = useState("");
  const [source, setSource] = useState("");
  const documents = usePages<StoredDocument>(client, "/v1/documents", { source });
  return (
    <>
      <PageHead title="Documents">Everything that was screened, with its history and seal.</PageHead>
      <form
        class="filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setSource(typed.trim());
        }}
      >
        <div class="field">
          <label for="source">Name, as its sender calls it</label>
          <input
            id="source"
            type="search"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
        <button type="submit">Find</button>
      </form>
      {documents.items.length === 0 && !documents.loading && !documents.problem && (
        <Empty title={source === "" ? "No document yet" : "No document of that name"}>
          {source === "" ? (
            <a href={hashOf("screen")}>Screen the first one.</a>
          ) : (
            "Names are compared exactly."
          )}
        </Empty>
      )}
      <ul class="jobs">
        {documents.items.map((document) => (
          <li key={document.document}>
            <a href={hashOf("document", document.document)}>
              <Hostile text={document.source || document.id} />
            </a>
            <span class="faint">
              {moment(document.created)} · against <Hostile text={document.corpus} /> ·{" "}
              <code>{shortDigest(document.raw_sha256)}</code>
            </span>
          </li>
        ))}
      </ul>
      <More pages={documents} what="documents" />
    </>
  );
}
