import { createRoot } from 'react-dom/client';
import '../src/tokens.css';
import { Gallery } from './gallery';

document.documentElement.lang = 'en';
const theme = new URLSearchParams(location.search).get('theme');
if (theme) document.documentElement.dataset['theme'] = theme;
const root = document.getElementById('root');
if (root) createRoot(root).render(<Gallery />);
