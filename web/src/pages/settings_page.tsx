// What the service runs with. Secrets are masked by the service, keys go by their names.
import type { JSX } from "preact";
import type { ApiKey, Corpus, Settings } from "../api/operation";
import { useSession } from "../app/session";
import { type Pages, usePages } from "../app/use_pages";
import { useResource } from "../app/use_resource";
import { Empty, Loading } from "../parts/empty";
import { Hostile } from "../parts/hostile";
import { More } from "../parts/more";
import { PageHead } from "../parts/page_head";
import { ProblemNote } from "../parts/problem_note";
import { Section } from "../parts/section";
import { moment, shortDigest } from "../text/format";

function Configuration({ settings }: { settings: Settings }): JSX.Element {
  const sections = [...new Set(settings.config.map((line) => line.section))];
  return (
    <div class="config">
      {sections.map((section) => (
        <table key={section} class="plain-table">
          <caption>
            <code>[{section}]</code>
          </caption>
          <thead class="visually-hidden">
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Value</th>
              <th scope="col">Source</th>
            </tr>
          </thead>
          <tbody>
            {settings.config
              .filter((line) => line.section === section)
              .map((line) => (
                <tr key={line.key}>
                  <th scope="row">
                    <code>{line.key}</code>
                  </th>
                  <td>
                    <code class="config-value">
                      <Hostile text={line.value} class="plain" />
                    </code>
                  </td>
                  <td class="faint">{line.source}</td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

function Models({ settings }: { settings: Settings }): JSX.Element {
  return (
    <ul class="jobs">
      {settings.models.map((model) => (
        <li key={`${model.role ?? ""}${model.name}`}>
          <span>
            <Hostile text={model.name} />
          </span>
          <span class="faint">
            {model.role ? `${model.role} · ` : ""}
            <code>{shortDigest(model.sha256)}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Corpora({ corpora }: { corpora: Pages<Corpus> }): JSX.Element {
  return (
    <ul class="jobs">
      {corpora.items.map((corpus) => (
        <li key={corpus.name}>
          <span>
            <Hostile text={corpus.name} />
          </span>
          <span class={`state state-${corpus.state}`}>{corpus.state}</span>
          <span class="faint">
            <Hostile text={corpus.path} />
            {corpus.documents ? ` · ${corpus.documents.toLocaleString("en-GB")} documents` : ""} ·{" "}
            <code>{shortDigest(corpus.manifest)}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Keys(): JSX.Element {
  const { client } = useSession();
  const keys = usePages<ApiKey>(client, "/v1/keys");
  return (
    <>
      <ul class="jobs">
        {keys.items.map((key) => (
          <li key={key.id}>
            <span>
              <Hostile text={key.name} />
            </span>
            <span class="state">{key.role}</span>
            <span class="faint">
              {key.created ? `made ${moment(key.created)}` : ""}
              {key.revoked ? `, revoked ${moment(key.revoked)}` : ""}
            </span>
          </li>
        ))}
      </ul>
      <More pages={keys} what="keys" />
    </>
  );
}

export function SettingsPage(): JSX.Element {
  const { client, me } = useSession();
  const settings = useResource((signal) => client.get<Settings>("/v1/settings", { signal }), [client]);
  const corpora = usePages<Corpus>(client, "/v1/corpora");
  const value = settings.value;
  return (
    <>
      <PageHead title="Settings">
        What the service runs with. Everything here is read, nothing is changed.
      </PageHead>
      <Section title="You">
        <p>
          This page speaks as{" "}
          <strong>
            <Hostile text={me.name} />
          </strong>
          , role <strong>{me.role}</strong>.
        </p>
      </Section>
      {settings.problem && <ProblemNote problem={settings.problem} onRetry={settings.reload} />}
      {!value && settings.loading && <Loading what="the settings" />}
      {value && (
        <Section title="Program">
          <dl class="facts">
            <div>
              <dt>Version</dt>
              <dd>{value.version}</dd>
            </div>
            <div>
              <dt>Engine</dt>
              <dd>
                <Hostile text={value.engine} class="plain" />
              </dd>
            </div>
            <div>
              <dt>Corpora lie in</dt>
              <dd>
                <code>{value.corpora_dir}</code>
              </dd>
            </div>
            <div>
              <dt>Reports are sealed by</dt>
              <dd>
                {value.key ? (
                  <>
                    <Hostile text={value.key.owner} class="plain" />, key{" "}
                    <code>{shortDigest(value.key.id)}</code>
                  </>
                ) : (
                  "no key: they are written unsealed"
                )}
              </dd>
            </div>
          </dl>
        </Section>
      )}
      {value && (
        <Section title="Models">
          {value.models.length > 0 ? <Models settings={value} /> : <Empty title="No model is loaded" />}
        </Section>
      )}
      <Section title="Corpora">
        {corpora.items.length === 0 && !corpora.loading && !corpora.problem && (
          <Empty title="No corpus is registered">
            An administrator registers one by PUT /v1/corpora/NAME.
          </Empty>
        )}
        <Corpora corpora={corpora} />
        <More pages={corpora} what="corpora" />
      </Section>
      {me.role === "admin" && (
        <Section title="API keys" note="by name only">
          <Keys />
        </Section>
      )}
      {value && (
        <Section title="Effective configuration">
          <Configuration settings={value} />
        </Section>
      )}
    </>
  );
}
