import type { RunningSite } from '@carry/contracts/console';
import { sign } from 'server-kit/secrets';
import { z } from 'zod';
import type { SharedCounts } from './day-counts';
import { RedisConnection } from './redis-connection';

const DAY_S = 25 * 60 * 60;
const MAX_SITES = 200;
/** A site that is silent for this time has stopped, ms. */
const SILENT_MS = 45_000;
/** The entry of a site that is silent for this time is removed, ms. */
const REMOVED_MS = 60 * 60_000;
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

export function openSharedState({ url, secret }: { url: string; secret: string }): SharedState {
  const prefix = `carry:${sign(secret, 'carry-day').slice(0, 16)}`;
  const redis = new RedisConnection(url);
  const getKey = (slot: number) => `${prefix}:day:${slot}`;
  const sitesKey = `${prefix}:sites`;
  const finished = new Map<number, Map<string, number>>();
  return {
    async add(slot, counters) {
      await redis.call((client) => {
        const transaction = client.multi();
        for (const [key, count] of counters) transaction.hIncrBy(getKey(slot), key, count);
        return transaction.expire(getKey(slot), DAY_S).exec();
      });
    },
    async read(slots) {
      const missing = slots.filter((slot) => !finished.has(slot));
      const hashes = await redis.call((client) =>
        Promise.all(missing.map((slot) => client.hGetAll(getKey(slot)))),
      );
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
      await redis.call(async (client) => {
        const at = readTime(await client.time()).toISOString(); // clocks of sites may differ
        const entry = JSON.stringify({ ...site, at });
        await client.multi().hSet(sitesKey, site.id, entry).expire(sitesKey, DAY_S).exec();
      });
    },
    leave: async (id) => void (await redis.call((client) => client.hDel(sitesKey, id))),
    async listSites() {
      const [hash, time] = await redis.call((client) =>
        Promise.all([client.hGetAll(sitesKey), client.time()]),
      );
      const now = readTime(time).getTime();
      const sites = Object.entries(hash).map(([id, text]) => {
        const site = parseSite(text);
        return { id, site, silentMs: now - (Date.parse(site?.at ?? '') || 0) };
      });
      const removed = sites.filter(({ silentMs }) => silentMs > REMOVED_MS).map(({ id }) => id);
      if (removed.length > 0) await redis.call((client) => client.hDel(sitesKey, removed));
      return sites
        .flatMap(({ site, silentMs }) => (site && silentMs <= SILENT_MS ? [site] : []))
        .slice(0, MAX_SITES);
    },
    close: () => redis.close(),
  };
}

const readTime = ([seconds]: readonly string[]): Date => new Date(Number(seconds) * 1000);

function parseSite(text: string): RunningSite | null {
  try {
    return runningSite.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
