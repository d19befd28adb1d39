import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useHost } from '../host/host';
import { groupNavigation } from './choices';
import styles from './footer.module.css';
import { Logo } from './header';
import { OutLink } from './out-link';

const YEAR_REFRESH_MS = 3_600_000;

export function Footer() {
  const { site, menu, stamped, now } = useHost();
  const [year, setYear] = useState(() => new Date(stamped).getUTCFullYear());
  useEffect(() => {
    const refresh = () => setYear(new Date(now()).getFullYear());
    refresh();
    const timer = setInterval(refresh, YEAR_REFRESH_MS);
    return () => clearInterval(timer);
  }, [now]);
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div className={styles.brand}>
          <Link to="/" aria-label={`${site.name}, home`}>
            <Logo /> <span>{site.name}</span>
          </Link>
          {menu.slogan && <p>{menu.slogan}</p>}
        </div>
        {groupNavigation(menu).map(({ name, entries, links }) => (
          <nav
            key={name}
            className={
              name === menu.selector?.group ? `${styles.links} ${styles.selectable}` : styles.links
            }
            aria-label={name}
          >
            <h2>{name}</h2>
            <ul>
              {links.map((link) => (
                <li key={link.label}>
                  <OutLink {...link} />
                </li>
              ))}
              {entries.map(({ path, label }) => (
                <li key={path}>
                  <Link to={path}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className={`${styles.end} ${styles.links}`}>
        <p>
          © {year} {site.name}
        </p>
        {menu.end?.map((link) => (
          <OutLink key={link.label} {...link} />
        ))}
      </div>
    </footer>
  );
}
