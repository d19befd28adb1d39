import type { ConsoleSite } from '@carry/contracts/console';
import { Card } from '@carry/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useDocument } from '../data/use-document';
import { Loaded, Page } from '../parts/page';
import styles from './site.module.css';

/** Owners, keys and the site document. Operators change them with the release commands. */
export function Site() {
  const document = useDocument<ConsoleSite>('/site');
  return (
    <Page title="Owners and keys">
      <p>
        An operator changes these with <code>releases owner</code> and <code>releases site</code>.
      </p>
      <Loaded document={document}>
        {(site) => (
          <>
            <ul className={styles.list}>
              {Object.entries(site.owners).map(([name, owner]) => (
                <li key={name}>
                  <OwnerCard name={name} owner={owner} />
                </li>
              ))}
            </ul>
            <h2 className={styles.title}>Site</h2>
            <Card>
              <Facts
                facts={[
                  ['Origin', site.origin ?? 'none'],
                  ['Revision', String(site.revision)],
                  ['Operators', <Keys key="operators" keys={site.operators} />],
                  ['Release servers', <Keys key="servers" keys={site.countersigners ?? []} />],
                  ['Sites', <Keys key="sites" keys={site.siteKeys ?? []} />],
                  [
                    'Contracts',
                    site.serves?.contracts.map(({ version }) => version).join(', ') ?? 'own',
                  ],
                ]}
              />
              <details className={styles.source}>
                <summary>Document</summary>
                <pre>{JSON.stringify(site, null, 2)}</pre>
              </details>
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}

type Owner = ConsoleSite['owners'][string];

function OwnerCard({ name, owner }: { name: string; owner: Owner }) {
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
          ['May call', owner.connect?.join(' ') ?? 'the API only'],
        ]}
      />
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
