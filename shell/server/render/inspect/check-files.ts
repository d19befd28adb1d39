// Checks the files of an untrusted build, which it only reads. A large script blocks this process instead of the release server.
import { buffer } from 'node:stream/consumers';
import { deserialize } from 'node:v8';
import { checkFilesHere, ReleaseRefused } from '@carry/releases/built-files';

const build = deserialize(await buffer(process.stdin)) as Parameters<typeof checkFilesHere>[0];
const answer = await checkFilesHere(build).then(
  (facts) => ({ facts }),
  (error: Error) =>
    error instanceof ReleaseRefused ? { refused: error.message } : { failed: String(error.stack) },
);
process.stdout.write(JSON.stringify(answer));
