import { hasUnsavedChanges } from '@carry/contracts/shell';
import type { SessionLink, SiteFrame } from '@carry/contracts/site';
import { Icon } from '@carry/ui';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { useHost } from '../host/host';
import { filterLinks } from './choices';
import styles from './header.module.css';
import { Menu } from './menu';
import { OutLink } from './out-link';
import { PageSelector } from './page-selector';
import { SessionLinks } from './session-links';
import { ThemeToggle } from './theme-toggle';

const getClassName = ({ always, strong }: SessionLink) =>
  [!always && styles.wide, strong && styles.strong].filter(Boolean).join(' ') || undefined;

/** While the session is unknown, the HTML has the links of visitors and members; the first inline script selects one set. */
export function Header() {
  const { site, auth, menu } = useHost();
  const { status, user } = useStore(auth.store);
  const { header = [], session } = menu;
  const signOut = useSignOut();
  useEffect(() => {
    // kept for members: remotes that hydrate later still show the HTML of visitors
    if (status === 'signed-out') delete document.documentElement.dataset['session'];
  }, [status]);
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.logo} aria-label={`${site.name}, home`}>
        <Logo /> <span>{site.name}</span>
      </Link>
      <nav className={styles.nav} aria-label="Main">
        <div className={styles.wide}>
          <PageSelector />
        </div>
        {header.map((link) => (
          <HeaderLink key={link.label} link={link} />
        ))}
        <div className={styles.end}>
          {session && status !== 'signed-in' && (
            <div className={styles.visitor}>
              <SessionLinks links={filterLinks(session.visitor, null)} classOf={getClassName} />
            </div>
          )}
          {session && status !== 'signed-out' && (
            <div className={styles.member} data-unknown={status === 'unknown' || undefined}>
              <SessionLinks links={filterLinks(session.member, user)} classOf={getClassName} />
              <button type="button" onClick={() => void signOut()}>
                {session.signOut}
              </button>
            </div>
          )}
          <ThemeToggle />
        </div>
      </nav>
      <Menu />
    </header>
  );
}

/** Returns a function that signs out, which removes a private page. Asks first if the page has unsaved changes. */
function useSignOut(): () => Promise<void> {
  const { auth, confirm } = useHost();
  const leaves = () =>
    confirm?.('Sign out without saving?', 'Your changes on this page will be lost.');
  return async () => {
    if (!hasUnsavedChanges() || (await leaves())) auth.signOut();
  };
}

export function Logo() {
  const { logo } = useHost().menu;
  if (!logo) return null;
  return (
    <svg width="28" height="28" viewBox={logo.viewBox} aria-hidden="true" focusable="false">
      {logo.paths.map(({ d, fill }) => (
        <path key={d} d={d} fill={fill} />
      ))}
    </svg>
  );
}

interface HeaderLinkProps {
  link: NonNullable<SiteFrame['header']>[number];
}

/** A header link. Small screens show the icon and the short label; the accessible name stays complete. */
function HeaderLink({ link: { label, url, short = label, icon } }: HeaderLinkProps) {
  const [before, after] = label.split(short);
  return (
    <OutLink label={label} url={url} className={styles.out}>
      {icon && <Icon path={icon} className={styles.mark} />}
      <span>
        {before && <span className={styles.rest}>{before}</span>}
        {short}
        {after && <span className={styles.rest}>{after}</span>}
      </span>
    </OutLink>
  );
}
