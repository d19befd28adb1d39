import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { DirectoryStore, OverlayStore, type Store } from '../src/index';
import { S3Store } from '../src/stores/s3-store';
import { type ConformingS3, conformingS3 } from './conforming-s3';

export interface OpenedStore {
  store: Store;
  /** True if conditional writes work. */
  conditional: boolean;
  /** Another bucket of the same server. */
  elsewhere?(bucket: string): Store;
  /** Loses the responses of the next stored writes below a path. */
  loseReplies?: ConformingS3['loseReplies'];
  close(): Promise<void>;
}

export const client = (endpoint: string) => ({
  endpoint,
  region: 'us-east-1',
  forcePathStyle: true,
  credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
});

const listen = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const temporary = () => mkdtempSync(path.join(tmpdir(), 'carry-store-'));

async function directory(): Promise<OpenedStore> {
  const folder = temporary();
  return {
    store: new DirectoryStore(folder),
    conditional: true,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function overlay(): Promise<OpenedStore> {
  const below = await directory();
  return { ...below, store: new OverlayStore(below.store) };
}

/** A stub of S3 with conditional writes. */
export async function stub(options?: { removesAlways: boolean }): Promise<OpenedStore> {
  const listener = conformingS3({}, options);
  const server = createServer(listener);
  const store = new S3Store('carry', 'releases/site', client(await listen(server)));
  return {
    store,
    conditional: true,
    loseReplies: listener.loseReplies,
    close: async () => void server.close(),
  };
}

/** An S3-compatible server from npm. It ignores If-Match and If-None-Match, so tests of races skip it. */
export async function s3rver(): Promise<OpenedStore> {
  const folder = temporary();
  const bucket = { name: 'carry' };
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [bucket],
  });
  const { port } = await server.run();
  const store = new S3Store('carry', 'releases', client(`http://127.0.0.1:${port}`));
  return {
    store,
    conditional: false,
    elsewhere: (bucket) => new S3Store(bucket, '', client(`http://127.0.0.1:${port}`)),
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Every kind of store. */
export const storeKinds: [string, () => Promise<OpenedStore>][] = [
  ['a directory', directory],
  ['an overlay over a directory', overlay],
  ['S3 (conforming stub)', () => stub()],
  ['S3 (s3rver, which ignores conditions on writes)', s3rver],
];

/** Stores with conditional writes. */
export const conditionalStores = storeKinds.slice(0, 3);
