import { parseArgs } from 'node:util';
import { DirectoryStore, listVersions, promote, ReleaseRefused, readLive } from 'registry';
import { publishRemote } from './publish-remote';
import { remotes } from './workspace';

const usage = `releases <verb> [--store DIRECTORY] [--json]

  publish <remote>            checks the built remote, stores it as a release and makes it live
  promote <remote> <version>  makes an already stored release live
  list [remote]               what is live, and what the store holds`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { store: { type: 'string' }, json: { type: 'boolean' }, why: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [verb, remote = '', version = ''] = positionals;
  const store = new DirectoryStore(values.store ?? process.env.RELEASES_STORE ?? '.data/releases');
  const print = (value: unknown, text: string) => console.log(values.json ? JSON.stringify(value) : text);
  if (values.help || !verb) return console.log(usage);
  if (verb === 'publish') {
    const published = await publishRemote(remote, store, values.why);
    return print(
      published,
      `${published.name}@${published.version} ${published.outcome === 'unchanged' ? 'is live already, nothing changed' : 'is live'}`,
    );
  }
  if (verb === 'promote') {
    const live = await promote(store, remote, version, values.why ?? 'promote');
    return print(live, `${remote}@${version} is live`);
  }
  if (verb === 'list') {
    const live = await readLive(store);
    const names = remote ? [remote] : [...remotes];
    const rows = await Promise.all(
      names.map(async (name) => ({ name, live: live.remotes[name]?.version ?? null, versions: await listVersions(store, name) })),
    );
    return print(
      rows,
      rows
        .map(
          (row) =>
            `${row.name}  live ${row.live ?? 'nothing'}  stored ${row.versions.length}\n${row.versions.map((version) => `  ${version}`).join('\n')}`,
        )
        .join('\n'),
    );
  }
  console.error(usage);
  process.exitCode = 2;
}

main().catch((error: Error) => {
  console.error(error instanceof ReleaseRefused ? `refused: ${error.message}` : error.message);
  process.exitCode = 1;
});
