import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { refusePage } from './refuse-page';

const map = {
  version: 3,
  sources: ['webpack://mf-help/./src/page.tsx'],
  sourcesContent: ['export const Page = () => (\n  <iframe src="https://player.example" />\n);'],
  names: [],
  mappings: 'AAAA',
};
const candidate = {
  record: { name: 'mf-help', facts: { packages: ['clsx'] } },
  notes: ['node_modules/d3/a.js:1:1 makes markup from text'],
  maps: new Map([['maps/web/a.js.map.gz', gzipSync(JSON.stringify(map))]]),
};

const ownPage = { pathname: '/help', isOwn: true };

test.each([
  `Framing 'https://player.example/' violates the following Content Security Policy directive: "frame-src 'none'".`,
  'frame-src refuses https://player.example',
])('names remedy and place of a refused frame: %s', async (why) => {
  await expect(refusePage(candidate as never, ownPage, why)).rejects.toThrow(
    /name the origin in the route's handle\.frames, .* \(owner add --frames\) \(look at \S*src\/page\.tsx:2\)$/,
  );
});

test("names another team's page as such", async () => {
  const page = { pathname: '/account', isOwn: false };
  await expect(refusePage(candidate as never, page, 'boom')).rejects.toThrow(
    'mf-help: on the whole site the page /account of another team fails (boom)',
  );
});

test('names the package that makes markup from text', async () => {
  await expect(refusePage(candidate as never, ownPage, 'requires TrustedHTML')).rejects.toThrow(
    '(look at node_modules/d3/a.js:1:1 makes markup from text)',
  );
});

describe('a page with a library that has a replacement', () => {
  const record = { name: 'mf-help', facts: { packages: ['clsx', 'sonner'] } };
  const refuse = (why: string) =>
    refusePage({ ...candidate, record, maps: new Map() } as never, ownPage, why);

  test.each(['style-src-elem refuses', 'style-src-attr refuses', 'requires TrustedHTML'])(
    'names it: %s',
    async (why) => {
      await expect(refuse(why)).rejects.toThrow(
        /; sonner: its styles have no nonce; use shell\.toast$/,
      );
    },
  );

  test.each(['connect-src refuses', 'frame-src refuses', 'the page is empty'])(
    'does not name it for another cause: %s',
    async (why) => {
      await expect(refuse(why)).rejects.toThrow(/^(?!.*sonner)mf-help: on the whole site/);
    },
  );
});
