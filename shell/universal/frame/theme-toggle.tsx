import { THEME_KEY } from '@carry/contracts/boot';
import { themeColors } from '@carry/ui/theme';
import styles from './header.module.css';

/** Switches between dark (default) and light; the first inline script restores the choice. */
export function ThemeToggle() {
  const toggle = () => {
    const root = document.documentElement;
    const theme = root.dataset['theme'] === 'light' ? 'dark' : 'light';
    root.dataset['theme'] = theme;
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', themeColors[theme]);
    try {
      localStorage.setItem(THEME_KEY, theme);
    } catch {
      // Storage is blocked: the choice lasts as long as the page.
    }
  };
  return (
    <button
      type="button"
      className={styles.theme}
      onClick={toggle}
      aria-label="Switch between dark and light"
    >
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor" />
      </svg>
    </button>
  );
}
