import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@carry/ui/tokens.css';
import { App } from './app';
import { postJson } from './data/api';

const SIGN_IN = '#sign-in=';

/** Signs in with the token of a one-time link, and removes it from the address. Returns why it failed, or null. */
async function enter(): Promise<string | null> {
  if (!location.hash.startsWith(SIGN_IN)) return null;
  const token = location.hash.slice(SIGN_IN.length);
  history.replaceState(null, '', location.pathname);
  try {
    await postJson('/enter', { token }, '');
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function followTheme(): void {
  const light = matchMedia('(prefers-color-scheme: light)');
  const apply = () => {
    document.documentElement.dataset['theme'] = light.matches ? 'light' : 'dark';
  };
  light.addEventListener('change', apply);
  apply();
}

followTheme();
const root = document.getElementById('root');
void enter().then((problem) => {
  if (root)
    createRoot(root).render(
      <StrictMode>
        <App problem={problem} />
      </StrictMode>,
    );
});
