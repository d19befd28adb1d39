import { menu as bars, Icon } from '@carry/ui';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { useHost } from '../host/host';
import { filterLinks, listChoices } from './choices';
import styles from './menu.module.css';
import { SessionLinks } from './session-links';

/** The menu of small screens. Opens without a script; closes on navigation, Escape, and outside touches and focus. */
export function Menu() {
  const { menu } = useHost();
  const { pathname } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const box = details.current as HTMLDetailsElement;
    const close = () => {
      box.open = false;
    };
    const outside = ({ target }: Event) => box.contains(target as Node) || close();
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !box.open) return;
      close();
      box.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', onKey);
    };
  }, []);

  useEffect(
    () => () => {
      if (details.current) details.current.open = false;
    },
    [pathname],
  );

  return (
    <details ref={details} className={styles.menu}>
      <summary className={styles.toggle} aria-label="Menu">
        <Icon path={bars} />
      </summary>
      <div className={styles.sheet}>
        <SessionMenu />
        {menu.selector && <h2>{menu.selector.group}</h2>}
        {listChoices(menu).map(({ path, label, icon }) => (
          <Link key={path} to={path} aria-current={path === pathname ? 'page' : undefined}>
            {icon && <img src={icon} alt="" width="24" height="24" loading="lazy" />} {label}
          </Link>
        ))}
      </div>
    </details>
  );
}

function SessionMenu() {
  const { auth, menu } = useHost();
  const { status, user } = useStore(auth.store);
  const { visitor = [], member = [] } = menu.session ?? {};
  const listLinks = (links: typeof visitor) =>
    filterLinks(links, user).filter(({ always }) => !always);
  return (
    <>
      {status !== 'signed-in' && (
        <div className={styles.visitor}>
          <SessionLinks links={listLinks(visitor)} />
        </div>
      )}
      {status !== 'signed-out' && (
        <div className={styles.member} data-unknown={status === 'unknown' || undefined}>
          <SessionLinks links={listLinks(member)} />
        </div>
      )}
    </>
  );
}
