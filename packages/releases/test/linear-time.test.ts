import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { refusePage } from '../gates/refuse-page';
import { samplePath, withoutOptional } from '../src/artifacts/route-paths';
import { findInSources } from '../src/artifacts/source-maps';
import { findCopy, findCopyInPacked } from '../src/checks/copies';
import { checkFile } from '../src/checks/files';
import { serverRemedy } from '../src/checks/inspect-module';
import { findInScript } from '../src/checks/scripts';
import { findSecret } from '../src/checks/secrets';
import { findInStyles } from '../src/checks/styles';
import type { Store } from '../src/index';
import { explainStack } from '../src/maintenance/explain';
import { expectLinear } from './linear';

const record = { name: 'mf-help', facts: { packages: [] } };

function findCalls(text: string): Promise<string[]> {
  const map = { version: 3, sources: ['src/a.ts'], sourcesContent: [text], mappings: '' };
  const maps = new Map([['maps/web/a.js.map.gz', gzipSync(JSON.stringify(map))]]);
  return findInSources(maps, /\bfetch\(/);
}

const refuse = (text: string) =>
  refusePage(
    { record, notes: [], maps: new Map() } as never,
    { pathname: '/', isOwn: true },
    text,
  ).catch(() => {});

const HEADER = `-----BEGIN ${'PRIVATE'} KEY-----`;

describe("a check of a team's text takes linear time", () => {
  it.each([
    'eyJ-',
    'eyJhbGciOiJ.',
    HEADER,
    `${HEADER}\n`,
    `\${${HEADER}\${x}`,
    `"+"${HEADER}`,
    'sk_live_',
    'xoxa-',
    'glpat-',
    'sb_secret_',
    'npm_a',
  ])('findSecret: %s', (unit) => expectLinear(findSecret, { unit, count: 2000 }));

  it.each([
    '__CLIENT_INTERNALS_DO_NOT_USE',
    '__DOM_INTERNALS_DO_NOT_USE',
    '.__CLIENT_INTERNALS_DO_NOT_USE',
    'rendererPackageName: ',
    '$$typeof:a,type:',
  ])('findCopy: %s', async (unit) => {
    await expectLinear(findCopy, { unit, count: 3000 });
    await expectLinear(findCopyInPacked, { unit, count: 3000 });
  });

  it.each(['fetch(\n', 'fetch('])('findInSources: %j', (unit) =>
    expectLinear(findCalls, { unit, count: 2000 }),
  );

  it.each(['\\(', '\\)', 'a'])('findInStyles: %s', (unit) =>
    expectLinear((text) => findInStyles(`::view-transition-${text}{}`, 'mf-help', []), {
      unit,
      count: 10_000,
    }),
  );

  it.each(['a{', 'a{b{}'])('findInStyles: %s', (unit) =>
    expectLinear((text) => findInStyles(text, 'mf-help', []), { unit, count: 2000 }),
  );

  it.each([
    ['one variable of many functions', 'f=a=>a;f(b);'],
    ['one key of many objects', 'a={get:b};'],
    ['one property of many objects', '({[k]:d}=e);'],
  ])('findInScript: %s', (_, unit) =>
    expectLinear((text) => findInScript(`const b='x',k=b+b;let a,d,e,f;${text}`), {
      unit,
      count: 1000,
    }),
  );

  it('findInScript: variables in reverse order', () =>
    expectLinear(
      ({ length }) =>
        findInScript(
          Array.from({ length }, (_, index) => `var a${index}=a${index + 1};`).join('') +
            `var a${length}=window;`,
        ),
      { unit: 'a', count: 2000 },
    ));

  it('findInScript: texts of texts', () => {
    const texts = Array.from({ length: 9 }, (_, i) => `,b${i + 1}=\`${`\${b${i}}`.repeat(5)}\``);
    const start = process.cpuUsage();
    findInScript(`const b0='x'${texts.join('')};q[b9]`);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
  });

  it.each(['without rendered HTML', 'style-src', 'Framing '])('refusePage: %s', (unit) =>
    expectLinear(refuse, { unit, count: 3000 }),
  );

  it.each([
    ['serverRemedy', 'a ', serverRemedy],
    ['checkFile', '*-*-', (text: string) => checkFile('server/a.cjs', Buffer.from(text))],
    ['withoutOptional', '/a?', withoutOptional],
    ['samplePath', '/:a{b', (text: string) => samplePath(text, null)],
  ])('%s: %s', (_, unit, run) => expectLinear(run, { unit, count: 5000 }));
});

const emptyStore = { list: async () => [], read: async () => null } as unknown as Store;

describe('a stack is explained in linear time', () => {
  it.each(['mf-', '/assets/', '/remotes/mf-a/1/web/', 'https://', 'mf-a@1.'])('%s', (unit) =>
    expectLinear((text) => explainStack(emptyStore, text), { unit, count: 3000 }),
  );
});

it('still finds what it looks for', () => {
  expect(findSecret(`${HEADER}${'\\n'.repeat(200)}MIIEpAIBAAKCAQEA7`)?.what).toBe('a private key');
  expect(findCopy('var __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE={')).toBe(
    'react',
  );
  expect(findInStyles('::view-transition-group(mf-help-a){}', 'mf-help', [])).toEqual([]);
});
