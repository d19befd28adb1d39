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
  accounts: 'Accounts',
  'accounts.createLoginLink': 'Login Links',
  accountLinks: 'Account Links',
  transfers: 'Transfers',
};
const READS = /^(list|retrieve)/;
/** Without a request. */
const LOCAL = new Set(['webhooks']);

/** The access that the code needs, by permission. */
function findAccess(): Map<string, 'read' | 'write'> {
  const access = new Map<string, 'read' | 'write'>();
  const add = (resource: string, kind: 'read' | 'write') => {
    const name = names[resource] ?? `unknown: ${resource}`;
    if (access.get(name) !== 'write') access.set(name, kind);
  };
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const source = readFileSync(path.join(sources, file), 'utf8');
    for (const [, chain = ''] of source.matchAll(/\bstripe((?:\s*\.\s*\w+){2,})\s*\(/g)) {
      const words = chain.replaceAll(/\s/g, '').slice(1).split('.');
      const method = words.pop() ?? '';
      const resource = words.join('.');
      if (LOCAL.has(resource)) continue;
      const own = `${resource}.${method}`;
      add(own in names ? own : resource, READS.test(method) ? 'read' : 'write');
    }
    for (const [, field = ''] of source.matchAll(/expand: \['([\w.]+)'\]/g))
      for (const resource of field.split('.')) add(resource, 'read');
  }
  return access;
}

/** The access that the installation guide names. */
function readGuide(): Map<string, 'read' | 'write'> {
  const guide = readFileSync(path.join(root, 'docs/operations/installation.md'), 'utf8');
  const stripe = /- \*\*Stripe\*\*:.*/.exec(guide)?.[0] ?? '';
  const access = new Map<string, 'read' | 'write'>();
  for (const [, kind, list = ''] of stripe.matchAll(
    /(read|write) access to ([^.]+?)(?=, and read access|\.)/g,
  ))
    for (const name of list.replaceAll('`', '').split(/, | and (?!Refunds)/))
      access.set(name, kind as 'read' | 'write');
  return access;
}

test('the installation guide names every permission of the Stripe key', () => {
  const sorted = (access: Map<string, string>) =>
    [...access].map(([name, kind]) => `${kind} ${name}`).sort();
  expect(sorted(readGuide())).toEqual(sorted(findAccess()));
});
