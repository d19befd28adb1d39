import { defineConfig } from 'drizzle-kit';

/** For `pnpm --filter api migration`: writes what the tables need beyond the last migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/core/db/schema.ts',
  out: './src/core/db/migrations',
});
