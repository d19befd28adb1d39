import { defineConfig } from 'drizzle-kit';

/** For `npm run generate -- migration`: generates a migration from the schema. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/core/db/schema.ts',
  out: './src/core/db/migrations',
});
