import type { SiteDay, SiteHealth, Unavailable } from '@carry/contracts/console';
import { z } from 'zod';
import type { Store } from '../stores/store';
import { askLocally, getLocalSocket } from './local-socket';

const BUDGET_MS = 3000;
const FRESH_MS = 2000;

const count = z.number().nonnegative();
const vitals = z.record(z.string(), z.object({ mean: z.number(), count }));
const status = z.object({
  uptimeSeconds: count,
  releases: z.array(
    z.object({
      remote: z.string(),
      version: z.string(),
      rendered: count,
      renderFailed: count,
      renderMs: count,
      used: count,
      load: count,
      render: count,
      rejection: count,
      vitals,
      abandonment: z.object({ opened: count, left: count }).nullish(),
      variants: z.record(z.string(), z.object({ used: count, failed: count, vitals })).optional(),
    }),
  ),
  rollouts: z
    .array(
      z.object({
        ...{ remote: z.string(), version: z.string() },
        ...{ step: count, minutes: count, views: count },
      }),
    )
    .optional(),
});

const amount = count.nullable();
const day = z.object({
  shared: z.boolean(),
  slotMinutes: count,
  sites: z.array(
    z.object({
      ...{ id: z.string(), host: z.string(), shell: z.string(), composition: z.string() },
      ...{ revision: count, startedAt: z.string(), at: z.string(), storeLagSeconds: count },
      ...{ rendered: count, renderFailed: count, frameFailures: count },
    }),
  ),
  releases: z.array(
    z.object({
      remote: z.string(),
      version: z.string(),
      slots: z.array(
        z.object({
          ...{ at: z.string(), used: count, failed: count, rendered: count, renderFailed: count },
          ...{ LCP: amount, INP: amount, render: amount },
        }),
      ),
    }),
  ),
});

interface SiteOptions {
  siteUrl: string;
  /** Bearer token of `/_shell/status`; empty: the site is asked over its local socket. */
  token: string;
}

export interface SiteReader {
  health(): Promise<SiteHealth>;
  day(): Promise<SiteDay | Unavailable>;
}

/** Returns a reader that asks a running site or the release server of a store, at most every two seconds. */
export function createSiteReader(
  siteUrl: string,
  store: Pick<Store, 'readHealth' | 'readDay'> | null = null,
): SiteReader {
  const site = {
    siteUrl: process.env['STATUS_URL'] || siteUrl,
    token: process.env['STATUS_TOKEN'] ?? '',
  };
  return {
    health: keepFresh<SiteHealth>(() =>
      store?.readHealth
        ? store.readHealth().catch(describeRefusal)
        : readHealth(site).catch(() => unavailable(site)),
    ),
    day: keepFresh<SiteDay | Unavailable>(() =>
      store?.readDay
        ? store.readDay().catch(describeRefusal)
        : readDay(site).catch(() => unavailable(site)),
    ),
  };
}

function keepFresh<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let cached: { at: number; value: Promise<Value> } | null = null;
  return () => {
    const now = performance.now();
    if (!cached || now - cached.at > FRESH_MS) cached = { at: now, value: read() };
    return cached.value;
  };
}

const describeRefusal = ({ message }: Error): Unavailable => ({
  unavailable: `No numbers: ${message}.`,
});

function unavailable({ siteUrl, token }: SiteOptions): Unavailable {
  const where = token ? siteUrl : `${siteUrl} on this machine`;
  return { unavailable: `No numbers: ${where} did not report its status.` };
}

async function readHealth(site: SiteOptions): Promise<SiteHealth> {
  const text = await ask(site, '/_shell/status');
  const { releases, ...numbers } = status.parse(JSON.parse(text));
  return {
    ...numbers,
    releases: releases.map(({ load, render, rejection, renderMs, ...release }) => ({
      ...release,
      failed: load + render + rejection,
      renderMs: release.rendered > 0 ? renderMs / release.rendered : null,
    })),
  };
}

const readDay = async (site: SiteOptions): Promise<SiteDay> =>
  day.parse(JSON.parse(await ask(site, '/_shell/day')));

async function ask({ siteUrl, token }: SiteOptions, path: string): Promise<string> {
  const url = new URL(path, siteUrl);
  const signal = AbortSignal.timeout(BUDGET_MS);
  if (token) {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
    const answer = await fetch(url, { headers, signal, redirect: 'error' });
    if (!answer.ok) throw new Error(`${url.origin} responded with ${answer.status}`);
    return answer.text();
  }
  const late = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('timeout'))),
  );
  const response = askLocally(getLocalSocket(Number(url.port)), url.pathname);
  response.catch(() => {}); // a late failure is of no interest
  return (await Promise.race([response, late])).text;
}
