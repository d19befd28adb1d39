import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@carry/ui/tokens.css';
import { App } from './app';
import { enter } from './data/enter';

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
