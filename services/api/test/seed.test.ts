import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { count } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { freePorts, fromSource, startService } from 'workspace/process';
import { localSecrets } from 'workspace/secrets';
import { openDatabase } from '../src/core/db/open';
import { users } from '../src/core/db/schema';
import { testDatabases } from './databases';

const postgres = (await testDatabases()).find(({ name }) => name === 'PostgreSQL');

describe.runIf(postgres)('seedDatabase', () => {
  test('seeds once for APIs that start together', { timeout: 120_000 }, async () => {
    const { location, drop } = (await postgres?.create()) ?? { location: { url: '' }, drop() {} };
    if (!('url' in location)) throw new Error('no address');
    const folder = mkdtempSync(path.join(tmpdir(), 'carry-seed-'));
    const ports = (await freePorts()).slice(0, 3);
    const env = {
      ...localSecrets(folder),
      ...{ DATABASE_URL: location.url, SEED: 'yes', DISCORD_CLIENT_ID: '1', DISCORD_GUILD_ID: '1' },
      ...{ SMTP_URL: 'smtp://127.0.0.1:9', HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
    };
    const lines: string[] = [];
    const starts = await Promise.allSettled(
      ports.map((port) =>
        startService(
          'api',
          fromSource('services/api/src/app/main.ts'),
          { ...env, API_PORT: String(port) },
          `http://127.0.0.1:${port}/healthz`,
          (line) => lines.push(line),
        ),
      ),
    );
    await Promise.all(starts.map((one) => one.status === 'fulfilled' && one.value.stop()));
    expect(
      starts.map(({ status }) => status),
      lines.join('\n'),
    ).toEqual(ports.map(() => 'fulfilled'));
    const { db, close } = await openDatabase(location, undefined, { migrate: false });
    expect(await db.select({ number: count() }).from(users)).toEqual([{ number: 2 }]);
    await close();
    await drop();
    rmSync(folder, { recursive: true });
  });
});
