// npm run start:api: starts the reference API.
import { defaultDataFolder } from 'workspace';
import { holdData } from './hold-data';

await holdData(defaultDataFolder);
await import('api/main');
