import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@carry/ui/tokens.css';
import { App } from './app';
import { enter } from './data/enter';
import { followTheme } from './frame/theme';

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
