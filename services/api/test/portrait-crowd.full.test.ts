import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { coaches } from '../src/core/db/schema';
import { draw } from './crafted-pictures';
import { onEveryDatabaseAtNight } from './harness';
import { assertShown, FILES_OF_PORTRAIT, newCoach } from './portrait-coach';

onEveryDatabaseAtNight('many portraits at once', (api) => {
  test('keeps the last of two pictures that alternate', { timeout: 90_000 }, async () => {
    const { coachId, upload } = await newCoach(api(), 'undecided');
    const pictures = [
      await draw(300, 360).png().toBuffer(),
      await draw(300, 360, '#204060').png().toBuffer(),
    ];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => upload(pictures[at % 2] ?? Buffer.alloc(0))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await assertShown(api(), coachId);
    const stored = readdirSync(api().config.uploads.pictures).filter((file) =>
      file.startsWith(`${coachId}-`),
    );
    expect(stored).toHaveLength(FILES_OF_PORTRAIT);
  });

  test('bounds the uploads of a hundred coaches', { timeout: 120_000 }, async () => {
    const name = randomBytes(4).toString('hex'); // another one for a second try
    const crowd = await Promise.all(
      Array.from({ length: 100 }, (_, at) => newCoach(api(), `${name}-${at}`)),
    );
    const bytes = await draw(300, 360).jpeg().toBuffer();
    const answers = crowd.map(async ({ coachId, upload }) => ({
      coachId,
      ...(await upload(bytes)),
    }));
    const probe = api().send('GET', '/api/coaches/1/');
    const waits = performance.now();
    expect((await probe).status).toBe(200);
    expect(performance.now() - waits).toBeLessThan(5000);
    const done = await Promise.all(answers);
    const shown = done.filter(({ status }) => status === 200);
    const refused = done.filter(({ status }) => status === 503);
    expect(shown.length + refused.length).toBe(100);
    expect(shown.length).toBeGreaterThanOrEqual(18);
    expect(refused[0]?.body.detail).toMatch(/try again in a minute/);
    for (const { coachId } of shown) await assertShown(api(), coachId);
    const named = await api()
      .db.select({ portrait: coaches.portrait })
      .from(coaches)
      .where(isNotNull(coaches.portrait));
    const names = new Set(
      readdirSync(api().config.uploads.pictures).map((file) =>
        file.slice(0, file.indexOf('-') + 17),
      ),
    );
    expect([...names].sort()).toEqual(named.map(({ portrait }) => portrait).sort());
  });
});
