import type { ConsoleSite } from '@carry/contracts/console';
import { Banner, Button, Card } from '@carry/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAsk } from '../change/change-area';
import { useDocument } from '../data/use-document';
import { Loaded, Page } from '../parts/page';
import styles from './site.module.css';
import { askDisown, askOwn, askRotateKey } from './site-questions';

export function Site() {
  const document = useDocument<ConsoleSite>('/site');
  return (
    <Page title="Owners and keys">
      <Loaded document={document}>{(site) => <Details site={site} />}</Loaded>
    </Page>
  );
}

function Details({ site }: { site: ConsoleSite }) {
  return (
    <>
      {site.refusal && (
        <Banner tone="info" className={styles.banner}>
          {site.refusal}
        </Banner>
      )}
      <ul className={styles.list}>
        {Object.entries(site.owners).map(([name, owner]) => (
          <li key={name}>
            <OwnerCard name={name} owner={owner} site={site} />
          </li>
        ))}
      </ul>
      <div className={styles.heading}>
        <h2 className={styles.title}>Site</h2>
        {!site.refusal && <Link to="/site/edit">Edit the document</Link>}
      </div>
      <Card>
        <Facts
          facts={[
            ['Origin', site.origin ?? 'none'],
            ['Revision', String(site.revision)],
            ['Operators', <Keys key="operators" keys={site.operators} />],
            ['Release servers', <Keys key="servers" keys={site.countersigners ?? []} />],
            ['Sites', <Keys key="sites" keys={site.siteKeys ?? []} />],
            ['Contracts', site.serves?.contracts.map(({ version }) => version).join(', ') ?? 'own'],
          ]}
        />
        <details className={styles.source}>
          <summary>Document</summary>
          <pre>{JSON.stringify(site, null, 2)}</pre>
        </details>
      </Card>
    </>
  );
}

type Owner = ConsoleSite['owners'][string];

function OwnerCard({ name, owner, site }: { name: string; owner: Owner; site: ConsoleSite }) {
  const ask = useAsk();
  const about = { remote: name, revision: site.revision };
  const pipelines = (owner.oidc ?? []).map(({ issuer, audience, claims }) =>
    [issuer, audience, ...Object.entries(claims).map(([claim, value]) => `${claim}=${value}`)].join(
      ' ',
    ),
  );
  return (
    <Card className={styles.card}>
      <h2 className={styles.name}>
        <Link to={`/remotes/${name}`}>{name}</Link>
      </h2>
      <Facts
        facts={[
          ['Paths', owner.paths.join(' ')],
          ['Contact', owner.contact ?? 'none'],
          ['Keys', <Keys key="keys" keys={owner.keys ?? []} />],
          ['Accounts', <Keys key="accounts" keys={pipelines} />],
          ['May call', owner.connect?.join(' ') || 'the API only'],
          ['May frame', owner.frames?.join(' ') || 'none'],
        ]}
      />
      {!site.refusal && (
        <div className={styles.buttons}>
          <Button
            variant="quiet"
            small
            aria-label={`Add paths to ${name}`}
            onClick={() => ask(askOwn(about))}
          >
            Add paths
          </Button>
          <Button
            variant="quiet"
            small
            aria-label={`Remove paths from ${name}`}
            onClick={() => ask(askDisown(about))}
          >
            Remove paths
          </Button>
          <Button
            variant="quiet"
            small
            aria-label={`Replace the keys of ${name}`}
            onClick={() => ask(askRotateKey(about))}
          >
            Replace keys
          </Button>
        </div>
      )}
    </Card>
  );
}

const Keys = ({ keys }: { keys: readonly string[] }) =>
  keys.length === 0 ? (
    'none'
  ) : (
    <ul className={styles.keys}>
      {keys.map((key) => (
        <li key={key}>{key}</li>
      ))}
    </ul>
  );

const Facts = ({ facts }: { facts: [string, ReactNode][] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
