import { useEffect, useState } from 'react';
import { useHost } from '../host';
import styles from './frame.module.css';

const YEAR_REFRESH_MS = 3_600_000;

/** The footer of every page; its year is refreshed hourly. */
export function Footer() {
  const { site, now } = useHost();
  const [year, setYear] = useState(() => new Date(now).getUTCFullYear());
  useEffect(() => {
    const refresh = () => setYear(new Date().getFullYear());
    refresh();
    const timer = setInterval(refresh, YEAR_REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <footer className={styles.footer}>
      <p>
        © {year} {site.name}
      </p>
      <ul>
        <li>
          <a href={site.creditUrl} target="_blank" rel="noopener noreferrer">
            Site credits
          </a>
        </li>
        <li>
          <a href={site.discordInviteUrl} target="_blank" rel="noopener noreferrer">
            Help on Discord
          </a>
        </li>
      </ul>
    </footer>
  );
}
