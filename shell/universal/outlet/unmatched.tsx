import { LinkButton } from '@carry/ui';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useHost } from '../host/host';
import { Drawing } from './drawing';
import styles from './outlet.module.css';
import { ServerHtml } from './remote-box';

const PreviewRefused = lazy(() =>
  import(/* webpackChunkName: "preview-panel" */ './preview-refused').then(
    ({ PreviewRefused }) => ({ default: PreviewRefused }),
    () => new Promise<never>(() => {}), // the server's HTML stays
  ),
);

/** Shown for a path without a route: its remote is loading, or no remote owns it. */
export function Unmatched() {
  const { pathname } = useLocation();
  const { owns, serverHtml, refusedPreview } = useHost();
  const rejection = refusedPreview?.(pathname);
  if (rejection)
    return (
      <Suspense>
        <PreviewRefused {...rejection} />
      </Suspense>
    );
  const owned = owns(pathname);
  if (owned && serverHtml?.pathname === pathname && serverHtml.nodes.length > 0)
    return <ServerHtml />;
  if (owned)
    return (
      <p className={styles.pending} role="status">
        Loading...
      </p>
    );
  return <NotFound />;
}

function NotFound() {
  const { pathname } = useLocation();
  const { suggest } = useHost();
  const suggestion = suggest(pathname);
  return (
    <section className={styles.missing}>
      <div>
        <h1 tabIndex={-1}>Page not found</h1>
        <p>There is nothing at this address.</p>
        {suggestion && (
          <p>
            Did you mean <Link to={suggestion}>{suggestion}</Link>?
          </p>
        )}
        <LinkButton as={Link} to="/">
          Back to Home
        </LinkButton>
      </div>
      <Drawing name="lost" />
    </section>
  );
}
