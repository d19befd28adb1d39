import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';

export { S3Store } from '../src/stores/s3-store';

const escapeXml = (text: string) =>
  text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Permissions of a credential in a bucket, as in S3 and MinIO policies. */
export interface Policy {
  Statement: { Effect: string; Action: string[]; Resource: string[] }[];
}

const matches = (pattern: string, text: string) =>
  new RegExp(`^${pattern.split('*').map(escapeRegExp).join('.*')}$`).test(text);
const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const may = ({ Statement }: Policy, action: string, resource: string) =>
  Statement.some(
    ({ Effect, Action, Resource }) =>
      Effect === 'Allow' &&
      Action.includes(action) &&
      Resource.some((pattern) => matches(pattern, `arn:aws:s3:::${resource}`)),
  );

/** Returns true if the credential has no policy or its policy allows the request. */
function isAllowed({ method, headers }: IncomingMessage, url: URL, policies: Policies): boolean {
  const [, id = ''] = /Credential=([^/]+)\//.exec(headers.authorization ?? '') ?? [];
  const policy = Object.hasOwn(policies, id) ? policies[id] : undefined;
  if (!policy) return true;
  const resource = decodeURIComponent(url.pathname).replace(/^\/|\/$/g, '');
  const action =
    { PUT: 's3:PutObject', DELETE: 's3:DeleteObject' }[method ?? ''] ??
    (url.searchParams.has('list-type') ? 's3:ListBucket' : 's3:GetObject');
  return may(policy, action, resource);
}

/** By access key id; a credential without a policy may do everything. */
type Policies = Readonly<Record<string, Policy>>;

interface StoredObject {
  content: Buffer;
  etag: string;
  at: Date;
  metadata: Record<string, string>;
}

const getMetadata = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith('x-amz-meta-') ? [[name, String(value)]] : [],
    ),
  );

/** In-memory S3. `loseReplies` closes the connection of the next `count` stored writes below `path` without a response. */
export type ConformingS3 = RequestListener & { loseReplies(path: string, count?: number): void };

/** In-memory S3 with the operations that the store uses, including conditional writes and removals. `removesAlways`: removals ignore conditions, like those of some services. */
export function conformingS3(
  policies: Policies = {},
  { removesAlways = false } = {},
): ConformingS3 {
  const objects = new Map<string, StoredObject>();
  let lost = { path: '', count: 0 };
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one request handler
  const listener: RequestListener = async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const key = decodeURIComponent(url.pathname);
    const fail = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code></Error>`);
    const content = await readBody(request);
    if (!isAllowed(request, url, policies)) return fail(403, 'AccessDenied');
    const known = objects.get(key);
    if (request.method === 'PUT') {
      const match = request.headers['if-match'];
      if (request.headers['if-none-match'] === '*' && known) return fail(412, 'PreconditionFailed');
      if (match && !known) return fail(404, 'NoSuchKey');
      if (match && match !== known?.etag) return fail(412, 'PreconditionFailed');
      const etag = `"${createHash('md5').update(content).digest('hex')}"`;
      objects.set(key, { content, etag, at: new Date(), metadata: getMetadata(request) });
      if (lost.count > 0 && key.includes(lost.path)) {
        lost.count--;
        return request.socket.destroy();
      }
      return response.writeHead(200, { etag }).end();
    }
    if (request.method === 'DELETE') {
      const match = !removesAlways && request.headers['if-match'];
      if (match && match !== known?.etag) return fail(412, 'PreconditionFailed');
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (url.searchParams.get('list-type') === '2') {
      const bucket = key.replace(/\/?$/, '/');
      const prefix = bucket + (url.searchParams.get('prefix') ?? '');
      const after = url.searchParams.get('continuation-token') ?? '';
      const keys = [...objects.keys()]
        .filter((name) => name.startsWith(prefix) && name > after)
        .sort();
      const page = keys.slice(0, 5); // small, so that every listing has several
      const contents = page
        .map((name) => `<Contents><Key>${escapeXml(name.slice(bucket.length))}</Key></Contents>`)
        .join('');
      const next =
        keys.length > page.length
          ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>`
          : '';
      return response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(`<ListBucketResult>${contents}${next}</ListBucketResult>`);
    }
    if (!known) return fail(404, 'NoSuchKey');
    response.writeHead(200, {
      ...known.metadata,
      etag: known.etag,
      'content-length': known.content.length,
      'last-modified': known.at.toUTCString(),
    });
    return response.end(request.method === 'HEAD' ? undefined : known.content);
  };
  return Object.assign(listener, {
    loseReplies: (path: string, count = 1) => {
      lost = { path, count };
    },
  });
}
