import type { SiteHealth } from '@carry/contracts/console';
import { z } from 'zod';
import { askLocally, localSocketOf } from './local-socket';

const BUDGET_MS = 3000;
/** Time for which numbers are reused, ms. */
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
      variants: z.record(z.string(), z.object({ used: count, failed: count, vitals })).optional(),
    }),
  ),
});

interface SiteOptions {
  siteUrl: string;
  /** Bearer token of `/_shell/status`; empty: the site is asked over its local socket. */
  token: string;
}

/** Returns a function that reads the numbers of a running site; they say why if there are none. */
export function createHealthReader(site: SiteOptions): () => Promise<SiteHealth> {
  let cached: { at: number; health: Promise<SiteHealth> } | null = null;
  return () => {
    const now = performance.now();
    if (!cached || now - cached.at > FRESH_MS)
      cached = { at: now, health: readHealth(site).catch(() => unavailable(site)) };
    return cached.health;
  };
}

function unavailable({ siteUrl, token }: SiteOptions): SiteHealth {
  const where = token ? siteUrl : `${siteUrl} on this machine`;
  return { unavailable: `No numbers: ${where} did not report its status.` };
}

async function readHealth(site: SiteOptions): Promise<SiteHealth> {
  const { uptimeSeconds, releases } = status.parse(JSON.parse(await readStatus(site)));
  return {
    uptimeSeconds,
    releases: releases.map(({ load, render, rejection, renderMs, ...release }) => ({
      ...release,
      failed: load + render + rejection,
      renderMs: release.rendered > 0 ? renderMs / release.rendered : null,
    })),
  };
}

async function readStatus({ siteUrl, token }: SiteOptions): Promise<string> {
  const url = new URL('/_shell/status', siteUrl);
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
  const asked = askLocally(localSocketOf(Number(url.port)), url.pathname);
  asked.catch(() => {}); // a late failure is of no interest
  return (await Promise.race([asked, late])).text;
}
