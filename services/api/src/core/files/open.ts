import { openBucket } from './bucket-store';
import type { FileStore } from './file-store';
import { openFolder } from './folder-store';

const BUCKET = /^s3:\/\/([a-z0-9.-]+)(?:\/([\w./-]*))?$/;

/** Opens a folder, or a bucket by its address `s3://bucket/prefix`. */
export function openFileStore(location: string): FileStore {
  const [, bucket, prefix = ''] = BUCKET.exec(location) ?? [];
  return bucket ? openBucket(bucket, prefix) : openFolder(location);
}
