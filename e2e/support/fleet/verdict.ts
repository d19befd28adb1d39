import { setTimeout as sleep } from 'node:timers/promises';
import { readAudit, readLive } from '@carry/releases';
import { publishRemote } from 'workspace/publish-remote';
import { bookingWith } from '../releases/releases';
import { CANARY_WORDS, report, visit } from '../releases/visits';
import { expect } from '../site/guard';
import type { Fleet } from './fleet';

const REMOTE = 'mf-booking';
const BETWEEN_VISITS_MS = 400;

/** A canary at a fleet, whose visitors say one after the other that it failed: all of them are one jury, whoever is asked. */
export async function startVerdict(fleet: Fleet, budgetMs: number) {
  const { store } = fleet;
  const { version } = await publishRemote(REMOTE, store, 'test', bookingWith(CANARY_WORDS), {
    target: { percent: 100 },
  });
  let [running, told] = [true, 0];
  const visitors = (async () => {
    while (running) {
      const { view, composition } = await visit(fleet).catch(() => ({ view: '', composition: '' }));
      if (composition.includes(version)) {
        const own = { remote: REMOTE, release: version };
        const seen = [{ kind: 'used', ...own }, ...(told % 2 ? [{ kind: 'render', ...own }] : [])];
        const from = `198.51.${told++ % 256}.7`;
        await report(fleet, view, seen, from).catch(() => {}); // as in browsers, nobody waits for its answer
      }
      await sleep(BETWEEN_VISITS_MS);
    }
  })();
  const verdicts = async () =>
    (await readAudit(store, REMOTE)).filter(({ action }) => action === 'canary-aborted');
  return {
    /** Waits for the verdict; it is one, and the canary is nobody's. */
    async once(): Promise<void> {
      try {
        await expect.poll(async () => (await verdicts()).length, { timeout: budgetMs }).toBe(1);
        await expect.poll(async () => (await visit(fleet)).composition).not.toContain(version);
        await sleep(2000); // the other one of a pair, had it a verdict of its own, would have told it by now
      } finally {
        running = false;
        await visitors;
      }
      const pointer = (await readLive(store)).remotes[REMOTE];
      expect(pointer?.canary).toEqual({ version, percent: 0, takenBack: true });
      expect(await verdicts()).toMatchObject([
        { who: expect.stringMatching(/^site key /), to: version, percent: 0 },
      ]);
      console.log(`fleet: one verdict, by ${told} visitors`);
    },
  };
}
