import { menu as bars, Icon } from '@carry/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { useHost } from '../host/host';
import { filterLinks, listChoices } from './choices';
import styles from './menu.module.css';
import { SessionLinks } from './session-links';

export function Menu() {
  const { auth, menu } = useHost();
  const { status, user } = useStore(auth.store);
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { visitor = [], member = [] } = menu.session ?? {};
  const sessionLinks = filterLinks(status === 'signed-in' ? member : visitor, user);
  const open = openAt === pathname;

  useEffect(() => {
    if (!open) return;
    const close = () => setOpenAt(null);
    const outside = ({ target }: Event) => !box.current?.contains(target as Node) && close();
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      button.current?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    <div ref={box} className={styles.menu}>
      <button
        ref={button}
        type="button"
        className={styles.toggle}
        aria-label="Menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpenAt(open ? null : pathname)}
      >
        <Icon path={bars} />
      </button>
      {open && (
        <div id={id} className={styles.sheet}>
          <SessionLinks links={sessionLinks.filter(({ always }) => !always)} />
          {menu.selector && <h2>{menu.selector.group}</h2>}
          {listChoices(menu).map(({ path, label, icon }) => (
            <Link key={path} to={path} aria-current={path === pathname ? 'page' : undefined}>
              {icon && <img src={icon} alt="" width="24" height="24" />} {label}
            </Link>
          ))}
        </div>
      )}
    </div>
  );
}
