import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';

export { S3Store } from '../src/s3-store';

const escapeXml = (text: string) =>
  text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The part of S3 that the store uses, in memory, with the conditions on writes that S3 honours since 2024. */
export function conformingS3(): RequestListener {
  const objects = new Map<string, { content: Buffer; etag: string; at: Date }>();
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one request handler
  return async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const key = decodeURIComponent(url.pathname);
    const fail = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code></Error>`);
    const content = await bodyOf(request);
    const known = objects.get(key);
    if (request.method === 'PUT') {
      const match = request.headers['if-match'];
      if (request.headers['if-none-match'] === '*' && known) return fail(412, 'PreconditionFailed');
      if (match && !known) return fail(404, 'NoSuchKey');
      if (match && match !== known?.etag) return fail(412, 'PreconditionFailed');
      const etag = `"${createHash('md5').update(content).digest('hex')}"`;
      objects.set(key, { content, etag, at: new Date() });
      return response.writeHead(200, { etag }).end();
    }
    if (request.method === 'DELETE') {
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
      etag: known.etag,
      'content-length': known.content.length,
      'last-modified': known.at.toUTCString(),
    });
    return response.end(request.method === 'HEAD' ? undefined : known.content);
  };
}
