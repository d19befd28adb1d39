import { DirectoryStore } from './directory-store';
import type { Store } from './store';

const S3_LOCATION = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/;

/** Returns true for the location of a store: a directory, or `s3://bucket/prefix`. */
export const isStoreLocation = (location: string) =>
  location.includes('://') ? S3_LOCATION.test(location) : location.length > 0;

export async function openStore(location: string): Promise<Store> {
  if (!isStoreLocation(location))
    throw new Error(`a store is a directory or s3://bucket/prefix, not '${location}'`);
  const [, bucket, prefix] = S3_LOCATION.exec(location) ?? [];
  if (!bucket) return new DirectoryStore(location);
  const { S3Store } = await import('./s3-store'); // loaded on demand: the client is large, and most stores are directories
  return new S3Store(bucket, prefix?.replace(/\/+$/, ''));
}
