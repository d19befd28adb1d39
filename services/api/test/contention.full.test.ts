import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startApi } from '../src/app/start';
import { bookings } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { onPostgres } from './harness';

const ROUNDS = 50;
const CLIENTS = 100;

/** Follows Retry-After and returns the final status. */
async function finalStatus(url: string, request: RequestInit): Promise<number> {
  for (;;) {
    const { status, headers } = await fetch(url, request);
    if (status !== 503) return status;
    await sleep(Number(headers.get('retry-after')) * 1000);
  }
}

onPostgres('two servers on one database', (api) => {
  test('gives one slot to one of a hundred clients', {
    tags: ['@fault-H1'],
    timeout: 600_000,
  }, async () => {
    const servers = await Promise.all([1, 2].map(() => startApi({ ...api().config, port: 0 })));
    try {
      const origins = servers.map(
        ({ server }) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      );
      const students = await api().newCrowd('hundred', CLIENTS);
      const { coachId, serviceId } = await api().newCoach('wanted');
      for (let round = 0; round < ROUNDS; round++) {
        const start = new Date(
          Math.ceil(Date.now() / 3_600_000) * 3_600_000 + (5 + round) * 3_600_000,
        );
        const slot = {
          date: start.toISOString().slice(0, 10),
          time: start.toISOString().slice(11, 16),
        };
        const body = JSON.stringify(
          api().order(slot, { coach_id: coachId, service_id: serviceId }),
        );
        const answers = await Promise.all(
          students.map(async ({ id }, index) =>
            finalStatus(`${origins[index % 2]}/api/create-booking/`, {
              method: 'POST',
              headers: {
                'content-type': 'application/json',
                authorization: `Bearer ${await signAccess(api(), id)}`,
              },
              body,
            }),
          ),
        );
        expect([
          round,
          answers.filter((status) => status === 201).length,
          answers.filter((status) => status === 409).length,
        ]).toEqual([round, 1, CLIENTS - 1]);
        expect(
          await api().db.select().from(bookings).where(eq(bookings.startsAt, start)),
        ).toHaveLength(1);
      }
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  });
});
