import type { RemoteDetails } from '@carry/contracts/console';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { useSession } from '../data/session';
import { useDocument } from '../data/use-document';
import { Loaded, Page } from '../parts/page';
import { Timeline } from './timeline';

export function Releases() {
  const { name = '' } = useParams();
  const [query] = useSearchParams();
  const path = `/remotes/${encodeURIComponent(name)}`;
  const before = query.get('before');
  const document = useDocument<RemoteDetails>(
    before ? `${path}?${new URLSearchParams({ before })}` : path,
  );
  const { session } = useSession();
  return (
    <Page title={`Older releases of ${name}`}>
      <p>
        <Link to={`/remotes/${name}`}>Back to {name}</Link>
      </p>
      <Loaded document={document}>
        {(remote) =>
          remote.releases.length === 0 ? (
            <p>No older release is stored.</p>
          ) : (
            <Timeline remote={remote} mayChange={!session.remotes[name]} />
          )
        }
      </Loaded>
    </Page>
  );
}
