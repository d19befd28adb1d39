import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copy } from './copy';
import { type FileContent, type FileStore, StoreUnavailable, throwSystemError } from './file-store';
import { openFolder } from './folder-store';

const TIMEOUT_MS = 10_000;

async function loadClient() {
  const sdk = await import('@aws-sdk/client-s3'); // on demand: the client is large
  const client = new sdk.S3Client({
    forcePathStyle: true, // few services have a host per bucket
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
  });
  return { sdk, client };
}

/** Copies content to a file without a name, which is gone with the process. The bucket gets checked files only. */
async function withCopy<T>(
  content: FileContent,
  maxBytes: number,
  use: (copied: {
    file: Awaited<ReturnType<typeof open>>;
    written: Awaited<ReturnType<typeof copy>>;
  }) => Promise<T>,
): Promise<T> {
  const part = path.join(tmpdir(), `carry-${randomUUID()}.part`);
  const file = await open(part, 'wx+', 0o600);
  try {
    await rm(part);
    return await use({ file, written: await copy(content, file, maxBytes) });
  } finally {
    await file.close();
  }
}

function openBucket(bucket: string, prefix: string): FileStore {
  let loading: ReturnType<typeof loadClient> | undefined;
  const load = () => (loading ??= loadClient());
  const folder = prefix.replace(/\/*$/, '/').replace(/^\/+/, '');
  const key = (name: string) => ({ Bucket: bucket, Key: folder + name });
  const fail = (error: unknown): never => {
    throw new StoreUnavailable(`s3://${bucket}/${folder}`, error);
  };
  return {
    async write(name, content, { maxBytes, type }) {
      const { client, sdk } = await load();
      return withCopy(content, maxBytes, async ({ file, written }) => {
        const put = () =>
          client.send(
            new sdk.PutObjectCommand({
              ...key(name),
              Body: file.createReadStream({ start: 0, autoClose: false }),
              ContentLength: written.bytes,
              ContentType: type,
            }),
          );
        await put().catch(put).catch(fail); // the client does not repeat streams
        return written;
      }).catch((error: unknown) => throwSystemError(tmpdir(), error));
    },
    async read(name) {
      const { client, sdk } = await load();
      const object = await client
        .send(new sdk.GetObjectCommand(key(name)))
        .catch((error: unknown) => (error instanceof sdk.NoSuchKey ? null : fail(error)));
      return object?.Body?.transformToWebStream() ?? null;
    },
    async remove(name) {
      const { client, sdk } = await load();
      await client.send(new sdk.DeleteObjectCommand(key(name))).catch(fail);
    },
    async *namesBefore(time) {
      const { client, sdk } = await load();
      const where = { Bucket: bucket, Prefix: folder, Delimiter: '/' };
      let next: string | undefined;
      do {
        const page = await client
          .send(new sdk.ListObjectsV2Command({ ...where, ContinuationToken: next }))
          .catch(fail);
        const old = (page.Contents ?? []).filter(
          ({ LastModified }) => LastModified && LastModified < time,
        );
        yield old.map(({ Key = '' }) => Key.slice(folder.length));
        next = page.NextContinuationToken;
      } while (next);
    },
  };
}

const BUCKET = /^s3:\/\/([a-z0-9.-]+)(?:\/([\w./-]*))?$/;

/** Opens a folder, or a bucket by its address `s3://bucket/prefix`. */
export function openFileStore(location: string): FileStore {
  const [, bucket, prefix = ''] = BUCKET.exec(location) ?? [];
  return bucket ? openBucket(bucket, prefix) : openFolder(location);
}
