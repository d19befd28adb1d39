import type { ReleaseDetails } from '@carry/contracts/console';
import { formatBytes } from '@carry/contracts/format';
import { Link, useParams } from 'react-router-dom';
import { useDocument } from '../data/use-document';
import { Author } from '../parts/author';
import { Age, formatPlural } from '../parts/format';
import { Loaded, Page } from '../parts/page';
import { Commit } from '../parts/version';
import { Checks } from './checks';
import compare from './compare.module.css';
import { Shot } from './pictures';
import styles from './pictures.module.css';

export function Release() {
  const { name = '', version = '' } = useParams();
  const document = useDocument<ReleaseDetails>(
    `/remotes/${encodeURIComponent(name)}/releases/${encodeURIComponent(version)}`,
  );
  return (
    <Page title={`${name} ${version}`}>
      <p>
        <Link to={`/remotes/${name}`}>Back to {name}</Link>
      </p>
      <Loaded document={document}>
        {({ release, checks, pictures }) => (
          <>
            <dl className={compare.facts}>
              <dt>State</dt>
              <dd>{release.state}</dd>
              <dt>Commit</dt>
              <dd>
                <Commit commit={release.commit} />
              </dd>
              {release.createdAt && (
                <>
                  <dt>Built</dt>
                  <dd>
                    <Age at={release.createdAt} />
                  </dd>
                </>
              )}
              <dt>Signed by</dt>
              <dd>
                {release.signedBy ? <Author who={release.signedBy} remote={name} /> : 'no one'}
              </dd>
              <dt>Contract</dt>
              <dd>{release.contractVersion ?? 'unknown'}</dd>
              <dt>Size</dt>
              <dd>
                {formatBytes(release.bytes)}, {formatPlural(release.routes, 'route')}
              </dd>
            </dl>
            <section className={compare.part} aria-labelledby="checks">
              <h2 id="checks">Checks</h2>
              {checks ? (
                <Checks label="Checks of the publish" checks={checks} />
              ) : (
                <p>The store has no record of the checks of this publish.</p>
              )}
            </section>
            <section className={compare.part} aria-labelledby="pictures">
              <h2 id="pictures">Pages</h2>
              {pictures.length === 0 && <p>This release has no pictures.</p>}
              <div className={styles.pictures}>
                {pictures.map((picture) => (
                  <Shot
                    key={picture.route}
                    label={picture.route}
                    picture={picture}
                    path={`/console/api/remotes/${name}/${version}/pictures`}
                  />
                ))}
              </div>
            </section>
          </>
        )}
      </Loaded>
    </Page>
  );
}
