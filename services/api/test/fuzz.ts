import fc from 'fast-check';
import type { Harness } from './harness';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  $ref?: string;
}
interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: 'path' | 'query'; required?: boolean; schema: Schema }[];
  body: Schema | null;
}
interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Operation['parameters'];
        requestBody?: { content: Record<string, { schema: Schema }> };
      }
    >
  >;
}

const hostile = fc.constantFrom<unknown>(
  ...[
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    "'; DROP TABLE users; --",
    '%',
    '../..',
    '{{7*7}}',
    '<script>',
    'NaN',
    '1e400',
    '-0',
    'null',
  ],
  ...[
    null,
    true,
    0,
    -1,
    0.5,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    [],
    {},
    [[]],
    { $ne: 1 },
    'x'.repeat(30_000),
  ],
  ...[
    '2026-02-30',
    '9999-12-31',
    '0000-00-00',
    '24:00',
    '23:59:60',
    'a@b',
    `${'a'.repeat(250)}@b.cd`,
  ],
);

const small = fc.integer({ min: 1, max: 4 });

const instant = fc.oneof(
  fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
  fc.constantFrom('0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'),
);
const large = fc.oneof(fc.maxSafeInteger(), fc.double());
const cursor = fc
  .oneof(large, fc.tuple(fc.oneof(fc.constant('infinity'), instant, large), fc.oneof(small, large)))
  .map((key) => Buffer.from(JSON.stringify(key)).toString('base64url'));

/** Mostly valid values of a schema. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  const kinds: Record<string, () => fc.Arbitrary<unknown>> = {
    string: () =>
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.emailAddress(),
        fc.string({ maxLength: 20 }).map((words) => `${words}\u0000`),
        instant.map((at) => at.slice(0, 10)),
        ...[instant, cursor],
      ),
    number: () => fc.oneof(small, fc.double()),
    integer: () =>
      fc.oneof({ weight: 4, arbitrary: small }, { weight: 1, arbitrary: fc.integer() }),
    boolean: () => fc.boolean(),
    array: () => fc.array(fitting(schema.items ?? {}), { maxLength: 3 }),
    object: () => {
      const { properties = {}, required = [] } = schema;
      const values = Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, fitting(inner)]),
      );
      return fc.record(values, { requiredKeys: required.filter((name) => name in values) });
    },
  };
  const right = schema.enum
    ? fc.constantFrom(...schema.enum)
    : schema.anyOf
      ? fc.oneof(...schema.anyOf.map(fitting))
      : kinds[type ?? '']?.();
  return right
    ? fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: hostile })
    : hostile;
}

async function readOperations(api: Harness): Promise<Operation[]> {
  const { paths } = (await api.send('GET', '/openapi.json')).body as OpenApi;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      ...{ method: method.toUpperCase(), path, parameters },
      body: requestBody?.content['application/json']?.schema ?? null,
    })),
  );
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
const wellFormed = (text: string) => text.replace(/[\ud800-\udfff]/g, '\ufffd');

/** A request of an operation: its path, with its query, and its body. */
function parseRequest({
  path,
  parameters,
  body,
}: Operation): fc.Arbitrary<{ url: string; body: unknown }> {
  const values = fc.record(
    Object.fromEntries(parameters.map(({ name, schema }) => [name, fitting(schema)])),
  );
  return fc
    .record({ values, body: body ? fitting(body) : fc.constant(undefined) })
    .map(({ values, body }) => {
      const named = (name: string) => encodeURIComponent(wellFormed(textOf(values[name])));
      const query = parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name }) => `${name}=${named(name)}`);
      const url = path.replace(/\{(\w+)\}/g, (_, name) => named(name) || '0');
      return { url: query.length > 0 ? `${url}?${query.join('&')}` : url, body };
    });
}

const LEAKS = /\bat .+\.[cm]?[jt]s:\d+:\d+|select .+ from|insert into|DatabaseError|node_modules/i;

/** True if a client may see the response: no 5xx, our own error message, no internals. */
function isExpected({ status, body }: Awaited<ReturnType<Harness['send']>>): boolean {
  // 502: rejected by the chat service or payment provider
  if ((status >= 500 && status !== 502) || LEAKS.test(JSON.stringify(body))) return false;
  if (status < 300 || status === 302) return true;
  return typeof body?.detail === 'string' || typeof body?.error === 'string';
}

/** Sends requests generated from the OpenAPI document, as several callers. Returns unacceptable responses. */
export async function fuzz(
  api: Harness,
  runs: number,
  seed: number,
  tokens: (string | undefined)[],
): Promise<string[]> {
  const found: string[] = [];
  for (const [index, operation] of (await readOperations(api)).entries()) {
    const inputs = fc.record({
      request: parseRequest(operation),
      token: fc.constantFrom(...tokens),
    });
    for (const { request, token } of fc.sample(inputs, { numRuns: runs, seed: seed + index })) {
      const { body } = request;
      // passes human verification, which would reject everything else
      if (typeof body === 'object' && body !== null && 'recaptcha' in body)
        Object.assign(body, { recaptcha: await api.human() });
      const answer = await api.send(
        operation.method,
        request.url,
        body ?? (operation.method === 'GET' ? undefined : {}),
        token,
      );
      if (!isExpected(answer))
        found.push(
          `${operation.method} ${request.url.slice(0, 200)} ${JSON.stringify(request.body)?.slice(0, 300)}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`,
        );
    }
  }
  return found;
}
