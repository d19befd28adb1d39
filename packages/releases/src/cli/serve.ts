import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SiteDocument } from '@carry/contracts/site';
import type { Hono } from 'hono';
import { UsageError } from '../command-line/flags';
import { type ConsoleSettings, readConsoleSettings } from '../console/settings';
import { ReleaseRefused } from '../errors/errors';
import { readSite } from '../pointers/site';
import { createSiteReader, type SiteReader } from '../reports/site-health';
import { notFollowed } from '../service/following';
import type { ServiceParts } from '../service/parts';
import type { SigningKey } from '../signing/keys';
import { SignedStore } from '../signing/signed-store';
import { deriveTrust, originProblem, readOperators, type Trust } from '../signing/trust';
import type { Store } from '../stores/store';
import type { Command } from './command';
import type { Flags } from './flags';
import { followTrust } from './follow-trust';
import { asUsage } from './open';
import { getPreviewLink } from './preview';
import { stopRequested } from './until-stopped';

const PORT = 4200;
/** This machine only: a proxy with TLS is in front. */
const LOOPBACK = '127.0.0.1';
/** Keep-alive: a sender may build between two requests, ms. */
const KEEP_MS = 120_000;
/** Interval in which a stopping server closes idle connections, ms. */
const IDLE_MS = 100;

function hostsIn(url: string | undefined): string[] {
  const text = url?.trim();
  if (!text) return [];
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new UsageError(`RELEASES_URL must be the address of the release server, not '${text}'`);
  return [new URL(text).host];
}

async function prepareEvents(store: Store, settings: ConsoleSettings | null) {
  const { createCommitReader, startEvents } = await import('../events/start-events');
  const { readTargets } = await import('../events/read-targets');
  const consoleUrl = settings && `${settings.origin}/console`;
  const targets = asUsage(() =>
    readTargets(process.env, { readCommit: createCommitReader(store), consoleUrl }),
  );
  return (parts: Omit<Parameters<typeof startEvents>[1], 'store'>) =>
    startEvents(targets, { store, ...parts });
}

function pipelineProblem(trust: Trust, key: SigningKey | null): string | null {
  const isListed = key && trust.countersigners.includes(key.publicKey);
  if (trust.pipelines.length === 0 || isListed) return null;
  const why = key
    ? `site.json does not list the key ${key.id} as a countersigner`
    : 'this server has no RELEASES_KEY';
  return `tokens of pipelines are rejected: ${why}`;
}

/** Stops listening and resolves after the last request; kept connections do not delay it. */
async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS);
  await closed;
  clearInterval(idle);
}

async function openConsole(
  settings: ConsoleSettings | null,
  site: SiteReader,
): Promise<Pick<ServiceParts, 'console' | 'consoleClient'>> {
  if (!settings) return {};
  const { createServiceConsole } = await import('../console/service-console');
  return {
    console: (service) => createServiceConsole(service, { ...settings, site }),
    consoleClient: settings.oidc,
  };
}

async function listen({ fetch }: Pick<Hono, 'fetch'>, flags: Flags): Promise<Server> {
  const { serve } = await import('@hono/node-server');
  const { port = PORT, host = LOOPBACK } = flags;
  return new Promise((resolve, reject) => {
    const listening = serve({ fetch, port, hostname: host }, () => resolve(listening)) as Server;
    listening.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new UsageError(`port ${port} is in use; choose another --port`) : error);
    });
    listening.keepAliveTimeout = KEEP_MS;
  });
}

function assertSigned({ signed }: Trust): void {
  if (!signed)
    throw new ReleaseRefused(
      "no owner has a key yet, so no request could be signed; run 'releases key new', then 'releases owner add … --key'",
    );
}

function describeAddresses(
  port: number,
  origin: string | null | undefined,
  isJson: boolean | undefined,
): string {
  const page = origin ? `${origin}/console/` : null;
  if (isJson) return JSON.stringify({ port, console: page }, null, 2);
  return `releases  http://localhost:${port}${page ? `\nconsole   ${page}` : ''}`;
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
    checkFiles,
    photograph,
    following,
    print,
  }) {
    if (!tryCandidate || !inspect)
      throw new ReleaseRefused(
        'a release server tests releases on a whole site, which this command cannot start; run it from the release server package',
      );
    assertSigned(first);
    const operators = readOperators(process.env['RELEASES_TRUST']);
    let trust = first;
    const siteOrigin = process.env['SITE_URL'] ?? '';
    const findProblem = (site: SiteDocument | null) =>
      site && operators.length > 0 ? originProblem(site.origin ?? null, siteOrigin) : null;
    const problem = findProblem(await readSite(store));
    if (problem) throw new ReleaseRefused(problem);
    const consoleSettings = asUsage(readConsoleSettings);
    const beginEvents = await prepareEvents(unsigned, consoleSettings);
    const { createService } = await import('../service/app');
    const { Changes } = await import('../events/changes');
    const { followNotes } = await import('../events/note-pictures');
    const { log } = following ?? notFollowed;
    const site = createSiteReader(siteUrl);
    const stopping = new AbortController();
    const changes = new Changes(new SignedStore(unsigned, () => trust, null), log);
    const previewLink = (remote: string, channel: string) =>
      getPreviewLink({ store: unsigned, siteUrl, previewSecret }, remote, channel);
    const app = createService({
      changes,
      source: siteUrl,
      stopping: stopping.signal,
      ...site,
      ...(await openConsole(consoleSettings, site)),
      store: unsigned,
      trust: () => trust,
      ...{ inspect, ...(checkFiles && { checkFiles }) },
      tryCandidate: tryCandidate(unsigned),
      previewLink,
      previewSecret,
      previewSecretBefore: process.env['PREVIEW_SECRET_BEFORE'] ?? '',
      key,
      hosts: hostsIn(process.env['RELEASES_URL']),
      ...(following && { following }),
    });
    const stopped = stopRequested();
    const server = await listen(app, flags);
    const follow = followTrust(store, log, (site) => {
      const trouble = findProblem(site);
      if (trouble) log(trouble);
      else trust = deriveTrust(site, operators);
    });
    const { port } = server.address() as AddressInfo;
    const stopEvents = beginEvents({ changes, source: siteUrl, log });
    const notes =
      photograph && previewSecret
        ? followNotes({ changes, store: unsigned, photograph, previewLink, log }, stopping.signal)
        : null;
    const rejection = pipelineProblem(first, key);
    if (rejection) log(rejection, { code: 'release.pipelines_rejected' });
    print(describeAddresses(port, consoleSettings?.origin, flags.json));
    await stopped;
    stopping.abort();
    await Promise.all([stopEvents(), notes]);
    await close(server);
    clearInterval(follow); // a running publish needs the current keys
    return { data: { port }, text: 'stopped', isPrinted: flags.json === true };
  },
};
