import { Link, useLocation } from 'react-router-dom';
import { LinkButton } from 'shared-ui';
import { findOwner } from '../find-owner';
import { useHost } from '../host';
import { Kept } from './kept';
import styles from './slot.module.css';
import { suggestPath } from './suggest-path';

/** The page of a path that no grafted route matches: its remote is still on the way, or nobody serves it. */
export function Unmatched() {
  const { pathname } = useLocation();
  const { releases, kept } = useHost();
  const owned = findOwner(releases, pathname) !== null;
  if (owned && kept?.pathname === pathname && kept.nodes.length > 0) return <Kept />;
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
  const { releases } = useHost();
  const suggestion = suggestPath(
    pathname,
    releases.flatMap(({ routes }) => routes.map(({ path }) => path)),
  );
  return (
    <section className={styles.missing}>
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
    </section>
  );
}
