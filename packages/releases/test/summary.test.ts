import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Candidate } from '../src/checks/candidate';
import type { CommandContext } from '../src/cli/command';
import { summarize } from '../src/cli/summary';
import { DirectoryStore, readRelease } from '../src/index';
import { OverlayStore } from '../src/stores/overlay-store';
import { numbered, release } from './build';

const REMOTE = 'mf-booking';

describe('summarize', () => {
  let store: DirectoryStore;
  beforeEach(() => {
    store = new DirectoryStore(mkdtempSync(path.join(tmpdir(), 'carry-summary-')));
  });
  afterEach(() => rmSync(store.name, { recursive: true }));

  const publish = async (number: number, picture: string) => {
    const gate = async ({ pictures }: Candidate) =>
      void pictures.push({
        ...{ route: '/booking/:id', page: '/booking/1', content: Buffer.from(picture) },
        ...{ width: 640, height: 400 },
      });
    return (await release(store, numbered(number), { gates: [gate] })).version;
  };

  /** Returns summary and details as a release server's client prints them. */
  async function print(
    version: string,
    before: string,
    { name = 'https://releases.example', siteUrl = 'https://carry.example' } = {},
  ) {
    const remote = Object.assign(new OverlayStore(store), { name });
    const context = { store: remote, siteUrl } as unknown as CommandContext;
    const live = await readRelease(store, REMOTE, before);
    const result = await summarize(context, {
      ...{ remote: REMOTE, version, channel: undefined },
      before: live,
    });
    return `${result.summary}\n${result.details}`;
  }

  it('links the live picture of a page beside the new one', async () => {
    const [one, two] = [await publish(1, 'old'), await publish(2, 'new')];
    const text = await print(two, one);
    const releases = `https://releases.example/console/remotes/${REMOTE}/releases`;
    expect(text).toMatch(
      new RegExp(
        `\\| \`/booking/:id\` \\| \\[live\\]\\(${releases}/${one}#\\w{16}\\.webp\\) \\| \\[new\\]\\(${releases}/${two}#\\w{16}\\.webp\\) \\|`,
      ),
    );
    expect(text).toContain(
      `(https://releases.example/console/remotes/${REMOTE}/compare?from=${one}&to=${two})`,
    );
  });

  it('reports that no page looks different', async () => {
    const [one, two] = [await publish(1, 'same'), await publish(2, 'same')];
    expect(await print(two, one)).toContain('No page looks different.');
  });

  it('links the page of a site that is written with a slash', async () => {
    const version = await publish(1, 'old');
    const text = await print(version, version, { siteUrl: 'https://carry.example/' });
    expect(text).toContain('Live at https://carry.example/booking/1 ');
  });

  it('has no links without a release server', async () => {
    const [one, two] = [await publish(1, 'old'), await publish(2, 'new')];
    expect(await print(two, one, { name: '/somewhere' })).not.toContain('.webp');
  });

  it('lists the checks that a release has passed', async () => {
    const version = await publish(1, 'old');
    expect(await print(version, version)).toMatch(
      /Passed \d+ checks:\n\n- own size budgets \(\d+ ms\)\n/,
    );
  });

  it('claims no checks that the store does not record', async () => {
    const version = await publish(1, 'old');
    rmSync(path.join(store.name, REMOTE, version, 'checks.json'));
    const text = await print(version, version);
    expect(text).toContain('The store has no record of its checks.');
    expect(text).not.toContain('Passed');
  });
});
