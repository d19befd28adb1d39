// npm run start:web: starts the site. The API runs elsewhere (API_URL).
import { defaultDataFolder } from 'workspace';
import { holdData } from './hold-data';

await holdData(defaultDataFolder);
await import('shell/main');
