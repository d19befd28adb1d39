// pnpm exec tsx tools/bench/fill.ts <PostgreSQL URL>: fills a migrated database with a large marketplace.
import pg from 'pg';
import { fillMarketplace } from './fill-marketplace';

const [connectionString] = process.argv.slice(2);
if (!connectionString) throw new Error('usage: fill.ts <PostgreSQL URL>');
const client = new pg.Client({ connectionString });
await client.connect();
await fillMarketplace(client);
await client.end();
