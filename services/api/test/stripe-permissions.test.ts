import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const sources = path.join(root, 'services/api/src');

/** Names in Stripe's form for restricted keys, by resource of the SDK or name of an expanded field. */
const names: Record<string, string> = {
  'checkout.sessions': 'Checkout Sessions',
  refunds: 'Charges and Refunds',
  latest_charge: 'Charges and Refunds',
  payment_intent: 'PaymentIntents',
  disputes: 'Disputes',
  webhookEndpoints: 'Webhook Endpoints',
  balance: 'Balance',
  accounts: 'Accounts',
  'accounts.createLoginLink': 'Login Links',
  accountLinks: 'Account Links',
  transfers: 'Transfers',
};
const READS = /^(list|retrieve)/;
/** Without a request. */
const LOCAL = new Set(['webhooks']);

type Kind = 'read' | 'write';

/** Uses that `findUses` does not see: a resource or method of the SDK under another name. */
const findHidden = (source: string): string[] =>
  [
    /\}\s*=\s*(?:(?!config\.)\w+\.)*stripe\b[\w.]*/g,
    /(?<!\}\s*)=\s*(?:(?!config\.)\w+\.)*stripe(?:\.\w+)+(?=\s*[;,)\]}])/g,
    /\bstripe\s*(?:\?\.|\[)/g,
    /\bexpand:(?!\s*\[[^\]$]*\])/g,
  ].flatMap((pattern) => [...source.matchAll(pattern)].map(([use]) => use));

/** Resources that a source file uses, by call or by expansion. */
function findUses(source: string): [resource: string, kind: Kind][] {
  const calls = [...source.matchAll(/\bstripe((?:\s*\.\s*\w+){2,})\s*\(/g)].map(
    ([, chain = '']): [string, Kind] => {
      const call = chain.replaceAll(/\s/g, '').slice(1);
      const method = call.slice(call.lastIndexOf('.') + 1);
      const resource = call in names ? call : call.slice(0, -method.length - 1);
      return [resource, READS.test(method) ? 'read' : 'write'];
    },
  );
  const expanded = [...source.matchAll(/expand: \[([^\]]*)\]/g)].flatMap(([, fields = '']) =>
    fields
      .split(/[\s,.'"`]+/)
      .flatMap((resource): [string, Kind][] => (resource ? [[resource, 'read']] : [])),
  );
  return [...calls.filter(([resource]) => !LOCAL.has(resource)), ...expanded];
}

const readSources = (): string[] =>
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((file) => readFileSync(path.join(sources, file), 'utf8'));

/** The access that the code needs, by permission. */
function findAccess(): Map<string, Kind> {
  const access = new Map<string, Kind>();
  for (const source of readSources())
    for (const [resource, kind] of findUses(source)) {
      const name = names[resource] ?? `unknown: ${resource}`;
      if (access.get(name) !== 'write') access.set(name, kind);
    }
  return access;
}

/** The access that the installation guide names. */
function readGuide(): Map<string, Kind> {
  const guide = readFileSync(path.join(root, 'docs/operations/installation.md'), 'utf8');
  const stripe = /- \*\*Stripe\*\*:.*/.exec(guide)?.[0] ?? '';
  const access = new Map<string, Kind>();
  for (const [, kind, list = ''] of stripe.matchAll(
    /(read|write) access to ([^.]+?)(?=, and read access|\.)/g,
  ))
    for (const name of list.replaceAll('`', '').split(/, | and (?!Refunds)/))
      access.set(name, kind as Kind);
  return access;
}

test('the installation guide names every permission of the Stripe key', () => {
  const sorted = (access: Map<string, string>) =>
    [...access].map(([name, kind]) => `${kind} ${name}`).sort();
  expect(sorted(readGuide())).toEqual(sorted(findAccess()));
});

test('the code uses Stripe only in forms that this test finds', () => {
  expect(readSources().flatMap(findHidden)).toEqual([]);
});

test.each([
  [
    "expand: ['a.latest_charge', 'balance_transaction']",
    ['a', 'latest_charge', 'balance_transaction'],
  ],
  ["expand: [\n  'refunds',\n  'dispute',\n]", ['refunds', 'dispute']],
])('finds every expanded field of %j', (source, fields) => {
  expect(findUses(source).map(([resource]) => resource)).toEqual(fields);
});

test.each([
  'const { payouts } = stripe;',
  'const { list } = deps.stripe.payouts;',
  'const payouts = deps.stripe.payouts;',
  "stripe['payouts'].list()",
  'stripe?.payouts.list()',
  'retrieve(id, { expand: fields })',
])('finds the hidden use of "%s"', (source) => {
  expect(findHidden(source)).toHaveLength(1);
});
