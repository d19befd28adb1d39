import type { SessionLink } from '@carry/contracts/site';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { useHost } from '../host/host';
import { linksFor } from './choices';
import styles from './header.module.css';
import { HeaderLink } from './header-link';
import { Logo } from './logo';
import { Menu } from './menu';
import { PageSelector } from './page-selector';
import { SessionLinks } from './session-links';
import { ThemeToggle } from './theme-toggle';

const classOf = ({ always, strong }: SessionLink) =>
  [!always && styles.wide, strong && styles.strong].filter(Boolean).join(' ') || undefined;

/** The header of every page. While the session is unknown both sets of links are in the HTML; the page's first script says which shows. */
export function Header() {
  const { site, auth, menu } = useHost();
  const { status, user } = useStore(auth.store);
  const { header = [], session } = menu;
  useEffect(() => {
    if (status !== 'unknown') delete document.documentElement.dataset['session']; // from here on the store says it
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
              <SessionLinks links={linksFor(session.visitor, null)} classOf={classOf} />
            </div>
          )}
          {session && status !== 'signed-out' && (
            <div className={styles.member} data-unknown={status === 'unknown' || undefined}>
              <SessionLinks links={linksFor(session.member, user)} classOf={classOf} />
              <button type="button" onClick={auth.signOut}>
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
