import { randomUUID } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { MAX_OBJECT_BYTES } from '../limits/object-size';
import { assertStorePath, type Store, TooLarge, UnsafeStore } from './store';

const PROBE = 'probe-';
/** ETag that no object has. */
const OTHER_ETAG = `"${'0'.repeat(32)}"`;
/** Metadata with the id of a conditional write. */
const WRITE = 'write';
/** Timeout of a hanging bucket, with one retry; the client waits forever by default. */
const CONNECT_MS = 3000;
const SILENCE_MS = 5000;
/** Requests at once, as many as the client has sockets: one that waits for a socket reaches the timeout for connecting. */
const MAX_REQUESTS = 50;
/** Longest wait of a request for its turn. A silent bucket keeps each request for about 10 s. */
const TURN_MS = 15_000;

const getStatus = (error: unknown) =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** Release store in a bucket of any S3-compatible service that supports `If-Match` and `If-None-Match` on writes. */
export class S3Store implements Store {
  readonly name: string;
  readonly pollMs = 500; // each read is a request
  private readonly client: S3Client;
  private conditions: Promise<void> | undefined;
  private comparison: Promise<boolean> | undefined;
  private requests = 0;
  private readonly waiting = new Set<() => void>();
  private readonly turnMs: number;

  private readonly bucket: string;
  private readonly prefix: string;

  /** @param prefix A folder in the bucket, or empty. Credentials, region and endpoint come from the usual AWS environment. */
  constructor(
    bucket: string,
    prefix = '',
    { turnMs = TURN_MS, ...config }: S3ClientConfig & { turnMs?: number } = {},
  ) {
    this.bucket = bucket;
    this.prefix = prefix;
    this.turnMs = turnMs;

    this.name = `s3://${[bucket, prefix].filter(Boolean).join('/')}`;
    const endpoint = process.env['AWS_ENDPOINT_URL_S3'] ?? process.env['AWS_ENDPOINT_URL'];
    // its warning would precede the output of each command
    process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
    this.client = new S3Client({
      // path style for custom endpoints: few have a host per bucket
      ...(endpoint ? { forcePathStyle: true } : {}),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
      maxAttempts: 2,
      ...config,
    });
  }

  async read(path: string, maxBytes = MAX_OBJECT_BYTES): Promise<Buffer | null> {
    return (await this.fetch(path, maxBytes))?.content ?? null;
  }

  async write(path: string, content: Buffer): Promise<void> {
    const Key = this.key(path);
    await this.inTurn(() =>
      this.client.send(new PutObjectCommand({ Bucket: this.bucket, Key, Body: content })),
    );
  }

  async compareAndSwap(path: string, expected: Buffer | null, content: Buffer): Promise<boolean> {
    const current = await this.fetch(path);
    if (expected === null ? current !== null : !current?.content.equals(expected)) return false;
    const condition = current ? { IfMatch: current.etag } : { IfNoneMatch: '*' };
    const write = randomUUID();
    try {
      await this.inTurn(() =>
        this.client.send(
          new PutObjectCommand({
            Bucket: this.bucket,
            Key: this.key(path),
            Body: content,
            Metadata: { [WRITE]: write },
            ...condition,
          }),
        ),
      );
      return true;
    } catch (error) {
      // 412: other content; 409: concurrent write; 404: removed
      const isRefused = [404, 409, 412].includes(getStatus(error) ?? 0);
      // a retry of a stored write whose response was lost fails its own condition
      const metadata = (await this.head(path).catch(() => Promise.reject(error)))?.Metadata;
      if (metadata?.[WRITE] === write) return true;
      if (isRefused) return false;
      throw error;
    }
  }

  async list(prefix: string): Promise<string[]> {
    const paths: string[] = [];
    const base = this.key(prefix, true).replace(/\/+$/, '');
    for (let token: string | undefined; ; ) {
      const command = new ListObjectsV2Command({
        Bucket: this.bucket,
        Prefix: base && `${base}/`,
        ContinuationToken: token,
      });
      const page = await this.inTurn(() => this.client.send(command));
      for (const { Key } of page.Contents ?? [])
        if (Key) paths.push(this.prefix ? Key.slice(this.prefix.length + 1) : Key);
      token = page.NextContinuationToken;
      if (!token) return paths.sort();
    }
  }

  async modified(path: string): Promise<Date | null> {
    return (await this.head(path))?.LastModified ?? null;
  }

  async remove(path: string): Promise<void> {
    const Key = this.key(path);
    await this.inTurn(() =>
      this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key })),
    );
  }

  async compareAndRemove(path: string, expected: Buffer): Promise<boolean> {
    const current = await this.fetch(path);
    if (!current?.content.equals(expected)) return false;
    return (await this.comparesOnRemoval()) && this.removeIfMatch(path, current.etag);
  }

  assertFit(): Promise<void> {
    this.conditions ??= this.tryConditions();
    this.conditions.catch(() => {
      this.conditions = undefined; // it may have been the network
    });
    return this.conditions;
  }

  async listLitter(): Promise<string[]> {
    return (await this.list('')).filter((path) => path.startsWith(PROBE));
  }

  /** Writes a small object under impossible conditions; a bucket that accepts it would lose concurrent publishes. */
  private async tryConditions(): Promise<void> {
    const Key = this.key(`${PROBE}${randomUUID()}`);
    const put = (condition: { IfMatch?: string; IfNoneMatch?: string }) =>
      this.client.send(
        new PutObjectCommand({ Bucket: this.bucket, Key, Body: 'probe', ...condition }),
      );
    const isRefused = (condition: { IfMatch?: string; IfNoneMatch?: string }) =>
      put(condition).then(
        () => false,
        (error) => {
          if (getStatus(error) === 412) return true;
          throw error;
        },
      );
    await put({});
    try {
      if ((await isRefused({ IfNoneMatch: '*' })) && (await isRefused({ IfMatch: OTHER_ETAG })))
        return;
      throw new UnsafeStore(
        `${this.name} ignores If-Match and If-None-Match on writes, so concurrent publishes could overwrite each other; use a service with conditional writes, such as S3`,
      );
    } finally {
      await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key }));
    }
  }

  private comparesOnRemoval(): Promise<boolean> {
    this.comparison ??= this.tryRemoval();
    this.comparison.catch(() => {
      this.comparison = undefined; // it may have been the network
    });
    return this.comparison;
  }

  /** Returns false for a bucket that ignores `If-Match` on removals, as some services do: it loses the probe. */
  private async tryRemoval(): Promise<boolean> {
    const probe = `${PROBE}${randomUUID()}`;
    await this.write(probe, Buffer.from('probe'));
    try {
      return !(await this.removeIfMatch(probe, OTHER_ETAG));
    } finally {
      await this.remove(probe);
    }
  }

  /** Returns false if the bucket refuses. */
  private async removeIfMatch(path: string, etag: string): Promise<boolean> {
    const target = { Bucket: this.bucket, Key: this.key(path), IfMatch: etag };
    try {
      await this.inTurn(() => this.client.send(new DeleteObjectCommand(target)));
      return true;
    } catch (error) {
      // 412: other content; 409: concurrent write; 404: removed; 501: a service without conditional removal
      if ([404, 409, 412, 501].includes(getStatus(error) ?? 0)) return false;
      throw error;
    }
  }

  private async head(path: string): Promise<HeadObjectCommandOutput | null> {
    try {
      return await this.inTurn(() =>
        this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: this.key(path) })),
      );
    } catch (error) {
      if (getStatus(error) === 404) return null;
      throw error;
    }
  }

  private async fetch(
    path: string,
    maxBytes = MAX_OBJECT_BYTES,
  ): Promise<{ content: Buffer; etag: string } | null> {
    try {
      return await this.inTurn(() => this.download(path, maxBytes));
    } catch (error) {
      // a missing bucket is not an empty store
      if (getStatus(error) === 404 && (error as Error).name !== 'NoSuchBucket') return null;
      throw error;
    }
  }

  private async download(path: string, maxBytes: number) {
    const answer = await this.client.send(
      new GetObjectCommand({ Bucket: this.bucket, Key: this.key(path) }),
    );
    const chunks: Buffer[] = [];
    let length = 0;
    // leaving the loop aborts the download
    for await (const chunk of (answer.Body ?? []) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw new TooLarge(path, maxBytes);
      chunks.push(chunk);
    }
    return { content: Buffer.concat(chunks), etag: answer.ETag ?? '' };
  }

  /** Runs a request, with its download, once fewer than {@link MAX_REQUESTS} run. */
  private async inTurn<Result>(request: () => Promise<Result>): Promise<Result> {
    if (this.requests < MAX_REQUESTS) this.requests++;
    else await this.waitForTurn();
    try {
      return await request();
    } finally {
      const [next] = this.waiting;
      if (next) next();
      else this.requests--;
    }
  }

  private waitForTurn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        this.waiting.delete(start);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(start);
        reject(
          new Error(
            `${this.name} is too slow: a request waited ${this.turnMs / 1000} s for its turn; try again`,
          ),
        );
      }, this.turnMs);
      this.waiting.add(start);
    });
  }

  private key(path: string, isPrefix = false): string {
    assertStorePath(path, isPrefix);
    return [this.prefix, path].filter(Boolean).join('/');
  }
}
