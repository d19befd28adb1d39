import { paths } from '@carry/contracts/paths';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { useHost } from '../host';
import styles from './header.module.css';
import { Logo } from './logo';
import { Menu } from './menu';
import { PageSelector } from './page-selector';
import { ThemeToggle } from './theme-toggle';

/** The header of every page. While the session is unknown both sets of links are in the HTML; the page's first script says which shows. */
export function Header() {
  const { site, auth } = useHost();
  const { status, user } = useStore(auth.store);
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
        <a
          className={styles.chat}
          href={site.discordInviteUrl}
          target="_blank"
          rel="noopener noreferrer"
        >
          Join the Discord
        </a>
        <div className={styles.end}>
          {status !== 'signed-in' && (
            <div className={styles.visitor}>
              <Link to="/login">Login</Link>
              <Link to="/register" className={`${styles.wide} ${styles.strong}`}>
                Register
              </Link>
            </div>
          )}
          {status !== 'signed-out' && (
            <div className={styles.member} data-unknown={status === 'unknown' || undefined}>
              {user?.is_coach && (
                <Link to={paths.coachDashboard} className={styles.wide}>
                  Dashboard
                </Link>
              )}
              <button
                type="button"
                className={styles.wide}
                onClick={() => location.assign('/sessions')}
              >
                My Sessions
              </button>
              <Link to={paths.account} className={styles.wide}>
                Account
              </Link>
              <button type="button" onClick={auth.signOut}>
                Sign Out
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
