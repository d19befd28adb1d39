import { Button } from '@carry/ui';
import { useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router-dom';
import { ChangeArea } from '../change/change-area';
import { postJson } from '../data/api';
import { useSession } from '../data/session';
import styles from './frame.module.css';

const pages = [
  { to: '/', label: 'Overview' },
  { to: '/previews', label: 'Previews' },
  { to: '/audit', label: 'Audit log' },
  { to: '/sites', label: 'Sites' },
  { to: '/site', label: 'Owners' },
];

const roles = { operator: 'Operator', team: 'Team', viewer: 'Viewer' };

export function Frame() {
  const { session, end } = useSession();
  const { pathname, search } = useLocation();
  const place = `${pathname} ${new URLSearchParams(search).get('before')}`; // pages of a list, too
  const main = useRef<HTMLElement>(null);
  const previous = useRef(place);
  useEffect(() => {
    if (previous.current === place) return;
    previous.current = place;
    window.scrollTo(0, 0);
    main.current?.focus(); // screen readers start at the new page
  }, [place]);
  const signOut = () => void postJson('/sign-out', {}, session.csrf).then(end, end);
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <p className={styles.title}>Releases</p>
          <nav aria-label="Console" className={styles.nav}>
            {pages.map(({ to, label }) => (
              <NavLink key={to} to={to} end={to === '/'}>
                {label}
              </NavLink>
            ))}
          </nav>
          <div className={styles.user}>
            <span className={styles.name} title={session.name}>
              {session.name}
            </span>
            <span className={styles.role}>{roles[session.role]}</span>
            <Button variant="quiet" small onClick={signOut}>
              Sign out
            </Button>
          </div>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <ChangeArea>
          <Outlet />
        </ChangeArea>
      </main>
    </>
  );
}
