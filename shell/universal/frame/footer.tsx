import { games } from 'contracts/games';
import { paths } from 'contracts/paths';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useHost } from '../host';
import styles from './footer.module.css';
import { Logo } from './logo';

const YEAR_REFRESH_MS = 3_600_000;

/** The footer of every page; its year is refreshed hourly. */
export function Footer() {
  const { site, stamped, now } = useHost();
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
          <p>One-on-one esports coaching. Not satisfied? You get your money back.</p>
        </div>
        <nav className={`${styles.games} ${styles.links}`} aria-label="Games">
          <h2>Games</h2>
          <ul>
            {games.map(({ id, name }) => (
              <li key={id}>
                <Link to={paths.game(id)}>{name}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.links}>
          <h2>Help</h2>
          <ul>
            <li>
              <a href={site.discordInviteUrl} target="_blank" rel="noopener noreferrer">
                Help on Discord
              </a>
            </li>
            <li>
              <Link to={paths.howItWorks}>How a session works</Link>
            </li>
            <li>
              <Link to={paths.refunds}>How refunds work</Link>
            </li>
          </ul>
        </div>
        <nav className={styles.links} aria-label="Legal">
          <h2>Legal</h2>
          <ul>
            <li>
              <Link to={paths.terms}>Terms</Link>
            </li>
            <li>
              <Link to={paths.privacy}>Privacy</Link>
            </li>
            <li>
              <Link to={paths.imprint}>Imprint</Link>
            </li>
          </ul>
        </nav>
      </div>
      <div className={`${styles.end} ${styles.links}`}>
        <p>
          © {year} {site.name}
        </p>
        <a href={site.creditUrl} target="_blank" rel="noopener noreferrer">
          Site credits
        </a>
      </div>
    </footer>
  );
}
