import type { RunningSite } from '@carry/contracts/console';
import { createClient } from '@redis/client';
import { sign } from 'server-kit/secrets';
import { z } from 'zod';
import type { SharedCounts } from './day-counts';

const DAY_S = 25 * 60 * 60;
const MAX_SITES = 200;
/** A site that is silent for this time has stopped, ms. */
const SILENT_MS = 45_000;
const CONNECT_MS = 3000;
const MAX_WAIT_MS = 5000;
/** Latest slots that still change; older ones are read once. */
const CHANGING_SLOTS = 2;

const runningSite = z.object({
  id: z.string().max(40),
  host: z.string().max(255),
  shell: z.string().max(100),
  composition: z.string().max(100),
  revision: z.number(),
  startedAt: z.string().max(40),
  at: z.string().max(40),
  storeLagSeconds: z.number(),
  rendered: z.number(),
  renderFailed: z.number(),
  frameFailures: z.number(),
});

/** State that the sites of one installation share in Redis: counters of the day and a list of the running sites. */
export interface SharedState extends SharedCounts {
  announce(site: RunningSite): Promise<void>;
  leave(id: string): Promise<void>;
  listSites(): Promise<RunningSite[]>;
  close(): void;
}

/** Connects to Redis in the background. Calls reject while it is unreachable. */
export function openSharedState({ url, secret }: { url: string; secret: string }): SharedState {
  const prefix = `carry:${sign(secret, 'carry-day').slice(0, 16)}`;
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: (tries: number) => Math.min(100 * 2 ** tries, MAX_WAIT_MS),
    },
  });
  client.on('error', () => {}); // the channel of reports logs it
  client.connect().catch(() => {}); // the client reconnects
  const keyOf = (slot: number) => `${prefix}:day:${slot}`;
  const sitesKey = `${prefix}:sites`;
  const finished = new Map<number, Map<string, number>>();
  return {
    async add(slot, counters) {
      const transaction = client.multi();
      for (const [key, count] of counters) transaction.hIncrBy(keyOf(slot), key, count);
      await transaction.expire(keyOf(slot), DAY_S).exec();
    },
    async read(slots) {
      const missing = slots.filter((slot) => !finished.has(slot));
      const hashes = await Promise.all(missing.map((slot) => client.hGetAll(keyOf(slot))));
      const read = new Map(finished);
      for (const [index, slot] of missing.entries()) {
        const counters = new Map(
          Object.entries(hashes[index] ?? {}).map(([key, count]) => [key, Number(count) || 0]),
        );
        read.set(slot, counters);
        if (slot <= (slots.at(-1) ?? 0) - CHANGING_SLOTS) finished.set(slot, counters);
      }
      for (const slot of finished.keys()) if (slot < (slots[0] ?? 0)) finished.delete(slot);
      return read;
    },
    async announce(site) {
      const transaction = client.multi().hSet(sitesKey, site.id, JSON.stringify(site));
      await transaction.expire(sitesKey, DAY_S).exec();
    },
    leave: async (id) => void (await client.hDel(sitesKey, id)),
    async listSites() {
      const entries = Object.entries(await client.hGetAll(sitesKey)).slice(0, MAX_SITES);
      const sites = entries.map(([id, text]) => ({ id, site: parseSite(text) }));
      const silent = sites.filter(
        ({ site }) => !site || Date.now() - Date.parse(site.at) > SILENT_MS,
      );
      if (silent.length > 0)
        await client.hDel(
          sitesKey,
          silent.map(({ id }) => id),
        );
      return sites.flatMap(({ site }) =>
        site && !silent.some(({ id }) => id === site.id) ? [site] : [],
      );
    },
    close: () => client.destroy(),
  };
}

function parseSite(text: string): RunningSite | null {
  try {
    return runningSite.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
