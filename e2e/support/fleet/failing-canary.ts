import { setTimeout as sleep } from 'node:timers/promises';
import { readAudit, readLive } from '@carry/releases';
import { publishRemote } from 'workspace/publish-remote';
import { bookingWith } from '../releases/releases';
import { CANARY_WORDS, report, visit } from '../releases/visits';
import { expect } from '../site/guard';
import type { Fleet } from './fleet';

const REMOTE = 'mf-booking';
const BETWEEN_VISITS_MS = 400;

/** Starts a canary on a fleet and reports failures through both sites, which count them together. */
export async function startFailingCanary(fleet: Fleet, budgetMs: number) {
  const { store } = fleet;
  const { version } = await publishRemote(REMOTE, store, {
    why: 'test',
    dist: bookingWith(CANARY_WORDS),
    target: { percent: 100 },
  });
  let [running, reports] = [true, 0];
  const visitors = (async () => {
    while (running) {
      const { view, composition } = await visit(fleet).catch(() => ({ view: '', composition: '' }));
      if (composition.includes(version)) {
        const release = { remote: REMOTE, release: version };
        const seen = [
          { kind: 'used', ...release },
          ...(reports % 3 ? [{ kind: 'render', ...release }] : []),
        ];
        const from = `198.51.${reports++ % 256}.7`;
        await report(fleet, { view, reports: seen, from }).catch(() => {}); // sendBeacon ignores responses, too
      }
      await sleep(BETWEEN_VISITS_MS);
    }
  })();
  const aborts = async () =>
    (await readAudit(store, REMOTE)).filter(({ action }) => action === 'canary-aborted');
  return {
    /** Resolves after exactly one rollback. */
    async once(): Promise<void> {
      try {
        await expect.poll(async () => (await aborts()).length, { timeout: budgetMs }).toBe(1);
        await expect.poll(async () => (await visit(fleet)).composition).not.toContain(version);
        await sleep(2000); // a duplicate decision of the second site would have arrived by now
      } finally {
        running = false;
        await visitors;
      }
      const pointer = (await readLive(store)).remotes[REMOTE];
      expect(pointer?.canary).toEqual({ version, percent: 0, takenBack: true });
      expect(await aborts()).toMatchObject([
        { who: expect.stringMatching(/^site key /), to: version, percent: 0 },
      ]);
      console.log(`fleet: one decision, by ${reports} visitors`);
    },
  };
}
