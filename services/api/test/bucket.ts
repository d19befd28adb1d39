import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

/** An S3-compatible server from npm, which checks signatures. It may stop and start again with its objects. */
export async function startBucket() {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-bucket-'));
  let port = 0;
  let server: S3rver;
  const start = async () => {
    server = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: 'carry' }],
    });
    ({ port } = await server.run());
  };
  await start();
  const files = () =>
    readdirSync(path.join(folder, 'carry'), { recursive: true, encoding: 'utf8' });
  return {
    env: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    start,
    stop: () => server.close(),
    /** Keys of the objects. */
    keys: () =>
      files()
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.replace('._S3rver_object', ''))
        .sort(),
    /** Makes all objects two hours old. */
    age() {
      const then = new Date(Date.now() - 2 * 3_600_000);
      for (const name of files())
        try {
          utimesSync(path.join(folder, 'carry', name), then, then);
        } catch (error) {
          // the sweep of the server under test may have deleted it
          if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        }
    },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
