import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ApiConfig } from '../../core/config';

/** Storage of public pictures, in a folder or a bucket. Names have no folders. */
interface PictureStore {
  read(name: string): Promise<Buffer | null>;
  write(name: string, content: Buffer, type: string): Promise<void>;
  /** Idempotent. */
  remove(name: string): Promise<void>;
}

const BUCKET = /^s3:\/\/([a-z0-9.-]+)(?:\/([\w./-]*))?$/;
const TIMEOUT_MS = 10_000;

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

function openFolder(folder: string): PictureStore {
  const place = (name: string) => path.join(folder, name);
  return {
    read: (name) =>
      readFile(place(name)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    async write(name, content) {
      await mkdir(folder, { recursive: true });
      const part = place(`${name}.${randomUUID()}.part`);
      await writeFile(part, content);
      await rename(part, place(name)); // readers never see half a file
    },
    remove: (name) => rm(place(name), { force: true }),
  };
}

/** Opens a bucket with the credentials, region and endpoint of the AWS environment. */
async function openBucket(bucket: string, prefix: string): Promise<PictureStore> {
  const { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } =
    await import('@aws-sdk/client-s3'); // on demand: the client is large
  const client = new S3Client({
    forcePathStyle: true, // few services have a host per bucket
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
  });
  const key = (name: string) => ({ Bucket: bucket, Key: path.posix.join(prefix, name) });
  return {
    async read(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand(key(name)));
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async write(name, content, type) {
      await client.send(new PutObjectCommand({ ...key(name), Body: content, ContentType: type }));
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(key(name)));
    },
  };
}

const stores = new Map<string, Promise<PictureStore>>();

/** Opens the folder or bucket of public pictures, once. */
export function openPictureStore({ uploads }: Pick<ApiConfig, 'uploads'>): Promise<PictureStore> {
  const [, bucket, prefix = ''] = BUCKET.exec(uploads) ?? [];
  const opened =
    stores.get(uploads) ??
    (bucket ? openBucket(bucket, prefix) : Promise.resolve(openFolder(uploads)));
  stores.set(uploads, opened);
  return opened;
}
