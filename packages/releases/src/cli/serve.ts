import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SiteDocument } from '@carry/contracts/site';
import { UsageError } from '../command-line/flags';
import { ReleaseRefused } from '../errors/errors';
import { readSite } from '../pointers/site';
import { notFollowed } from '../service/following';
import { originProblem, readOperators, trustOf } from '../signing/trust';
import type { Command } from './command';
import { getPreviewLink } from './preview';

const PORT = 4200;
/** This machine only: a proxy with TLS is in front. */
const LOOPBACK = '127.0.0.1';
/** Keep-alive: a sender may build between two requests, ms. */
const KEEP_MS = 120_000;
/** Interval at which the trusted keys are reloaded, ms. */
const TRUST_MS = 1000;

/** Returns the host of the server's public address. Throws {@link UsageError} for an invalid address. */
function hostsIn(url: string | undefined): string[] {
  const text = url?.trim();
  if (!text) return [];
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new UsageError(`RELEASES_URL must be the address of the release server, not '${text}'`);
  return [new URL(text).host];
}

export const serveCommand: Command = {
  does: 'runs the release server: accepts signed releases and changes over HTTP, tests them and writes the store',
  flags: ['port', 'host'],
  creates: true,
  async run({
    unsigned,
    store,
    key,
    trust: first,
    tryCandidate,
    flags,
    siteUrl,
    previewSecret,
    inspect,
    following,
  }) {
    if (!tryCandidate || !inspect)
      throw new ReleaseRefused(
        'a release server tests releases on a whole site, which this command cannot start; run it from the release server package',
      );
    if (!first.signed)
      throw new ReleaseRefused(
        "no owner has a key yet, so no request could be signed; run 'releases key new', then 'releases owner add … --key'",
      );
    const operators = readOperators(process.env['RELEASES_TRUST']);
    let trust = first;
    const siteOrigin = process.env['SITE_URL'] ?? '';
    const problemOf = (site: SiteDocument | null) =>
      site && operators.length > 0 ? originProblem(site.origin ?? null, siteOrigin) : null;
    const problem = problemOf(await readSite(store));
    if (problem) throw new ReleaseRefused(problem);
    const [{ createService }, { serve }] = await Promise.all([
      import('../service/app'),
      import('@hono/node-server'),
    ]);
    const { log } = following ?? notFollowed;
    const follow = setInterval(() => {
      readSite(store).then(
        (site) => {
          const trouble = problemOf(site);
          if (trouble) log(trouble);
          else trust = trustOf(site, operators);
        },
        ({ message }: Error) =>
          log(`trusted keys cannot be reloaded, keeping the previous ones: ${message}`, {
            code: 'release.trust_stale',
          }),
      );
    }, TRUST_MS);
    const app = createService({
      store: unsigned,
      trust: () => trust,
      inspect,
      tryCandidate: (...about) => tryCandidate(unsigned, ...about),
      previewLink: (remote, channel) =>
        getPreviewLink({ store: unsigned, siteUrl, previewSecret }, remote, channel),
      key,
      hosts: hostsIn(process.env['RELEASES_URL']),
      ...(following && { following }),
    });
    const server = await new Promise<Server>((resolve, reject) => {
      const listening = serve(
        { fetch: app.fetch, port: flags.port ?? PORT, hostname: flags.host ?? LOOPBACK },
        () => resolve(listening),
      ) as Server;
      listening.once('error', reject);
      listening.keepAliveTimeout = KEEP_MS;
    });
    const { port } = server.address() as AddressInfo;
    if (first.pipelines.length > 0 && !(key && first.countersigners.includes(key.publicKey)))
      log(
        `tokens of pipelines are rejected: ${key ? `site.json does not list the key ${key.id} as a countersigner` : 'this server has no RELEASES_KEY'}`,
        { code: 'release.pipelines_rejected' },
      );
    console.log(`releases  http://localhost:${port}`);
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
      process.once('disconnect', resolve); // the parent process is gone
    });
    clearInterval(follow);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    return { data: { port }, text: 'stopped' };
  },
};
