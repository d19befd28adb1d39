import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Overview, SiteDay, SiteHealth, Unavailable } from '@carry/contracts/console';
import type { Candidate } from '../checks/candidate';
import { canonical } from '../documents/canonical';
import { describeFailure, ReleaseConflict, ReleaseRefused } from '../errors/errors';
import { MAX_OBJECT_BYTES } from '../limits/object-size';
import type { SigningKey } from '../signing/keys';
import { signRequest } from '../signing/request';
import {
  type EventsRequest,
  type ResendOrder,
  type Resent,
  type Store,
  TooLarge,
} from '../stores/store';
import { assertSendable } from './release-limits';

const POLL_MS = 2000;
const READ_BUDGET_MS = 15_000;
/** Longest silence of a release server: more than the previous release may take. */
const SILENCE_BUDGET_MS = 6 * 60_000;
/** Longest wait for a place in its queue, which holds a few releases of a sender. */
const QUEUE_BUDGET_MS = 15 * 60_000;

const AGAIN = "look at 'releases list' and publish again";

/** A refusal that ends by itself, such as that of a full queue. */
class Busy extends ReleaseRefused {
  /** Seconds until the next attempt. */
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}

/** One line of a release server's response to a sent release. */
export interface IntakeLine {
  step?: string;
  refused?: string;
  conflict?: string;
  /** Failure of the server; the release may be fine. */
  failed?: string;
  done?: boolean;
}

/** Link of a preview, and the path of its QR code on the release server. */
interface PreviewAnswer {
  url: string;
  code?: string;
}

/** Client of a release server, the only writer of its store. Signs every request with the sender's key. */
export class HttpStoreClient implements Store {
  readonly name: string;
  readonly pollMs = POLL_MS;
  private readonly key: SigningKey;
  private readonly pass: string | null;

  /** @param pass Response of the server to a pipeline's token, if the key is made for this run. */
  constructor(url: string, key: SigningKey, pass: string | null = null) {
    this.pass = pass;
    this.name = url.replace(/\/+$/, '');
    this.key = key;
  }

  async read(file: string, maxBytes = MAX_OBJECT_BYTES): Promise<Buffer | null> {
    const answer = await this.ask('GET', `/v1/objects/${encodeURI(file)}`);
    if (answer.status === 404) return null;
    await refuse(answer);
    if (Number(answer.headers.get('content-length') ?? 0) > maxBytes)
      throw new TooLarge(file, maxBytes);
    return Buffer.from(await answer.arrayBuffer());
  }

  async list(prefix: string): Promise<string[]> {
    const answer = await this.ask('GET', `/v1/list?${new URLSearchParams({ prefix })}`);
    await refuse(answer);
    return (await answer.json()) as string[];
  }

  async modified(file: string): Promise<Date | null> {
    const answer = await this.ask('GET', `/v1/modified?${new URLSearchParams({ file })}`);
    await refuse(answer);
    const at = (await answer.json()) as string | null;
    return at === null ? null : new Date(at);
  }

  /** Accepts pointers and previews only. The server writes audit entries, with the sender's key. */
  async compareAndSwap(file: string, expected: Buffer | null, content: Buffer): Promise<boolean> {
    if (file.startsWith('audit/')) return true;
    const body = Buffer.from(
      JSON.stringify({
        file,
        expected: expected?.toString('base64') ?? null,
        content: content.toString('base64'),
      }),
    );
    const answer = await this.ask('POST', '/v1/changes', { body }).catch((error: Error) => error);
    if (answer instanceof Response && answer.ok) return true;
    const isStored = await this.isStored(file, expected, content).catch(() => false);
    if (isStored) return true; // the response was lost
    if (answer instanceof Error)
      throw new Error(`${answer.message}; the change may be stored: see 'releases list' first`, {
        cause: answer,
      });
    if (answer.status === 412) return false;
    await refuse(answer);
    return true;
  }

  /** Returns true if the server has stored this change. It sets the time, and countersigns changes of pipelines. */
  private async isStored(file: string, expected: Buffer | null, content: Buffer): Promise<boolean> {
    const stored = await this.read(file);
    if (!stored || expected?.equals(stored)) return false;
    return withoutSeals(stored) === withoutSeals(content);
  }

  async admit(
    { record, files, maps }: Candidate,
    dist: string,
    report: (step: string) => void,
  ): Promise<void> {
    const form = new FormData();
    form.append('record', new Blob([JSON.stringify(record)]), 'record');
    for (const [file, content] of [...files, ...maps])
      form.append(file, new Blob([new Uint8Array(content)]), file);
    const manifest = await readFile(path.join(dist, 'build.json'));
    form.append('build.json', new Blob([new Uint8Array(manifest)]), 'build.json');
    const packed = new Response(form);
    const type = packed.headers.get('content-type') ?? '';
    const body = Buffer.from(await packed.arrayBuffer());
    assertSendable(`${record.name}@${record.version}`, {
      files: files.size + maps.size + 1,
      bytes: body.length,
    });
    report('sending it to the release server');
    await whileBusy(() => this.send({ body, type }, report), report);
  }

  private async send(
    release: { body: Buffer; type: string },
    report: (step: string) => void,
  ): Promise<void> {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), SILENCE_BUDGET_MS);
    try {
      const answer = await this.ask('POST', '/v1/releases', {
        ...release,
        until: silence.signal,
      });
      await refuse(answer);
      if (!(await followIntake(answer, report, () => timer.refresh())))
        throw new Error(`${this.name} closed the connection early; ${AGAIN}`);
    } catch (error) {
      if (silence.signal.aborted)
        throw new Error(`${this.name} sent no data for six minutes; ${AGAIN}`);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Exchanges a pipeline's token for a pass that is bound to this store's key. */
  async askForPass(token: string): Promise<string> {
    const body = Buffer.from(JSON.stringify({ token, key: this.key.publicKey }));
    const answer = await this.ask('POST', '/v1/passes', { body });
    await refuse(answer);
    return ((await answer.json()) as { pass: string }).pass;
  }

  async resendEvents(order: ResendOrder): Promise<Resent> {
    const body = Buffer.from(JSON.stringify(order));
    const answer = await this.ask('POST', '/v1/events/resend', { body });
    await refuse(answer);
    return { left: [], ...((await answer.json()) as Partial<Resent> & Pick<Resent, 'resent'>) };
  }

  async readHealth(): Promise<SiteHealth> {
    const answer = await this.ask('GET', '/v1/overview');
    await refuse(answer);
    return ((await answer.json()) as Overview).health;
  }

  async readDay(): Promise<SiteDay | Unavailable> {
    const answer = await this.ask('GET', '/v1/day');
    await refuse(answer);
    return (await answer.json()) as SiteDay | Unavailable;
  }

  async previewLink(remote: string, channel: string): Promise<string> {
    return (await this.askForPreview(remote, channel)).url;
  }

  async previewCode(remote: string, channel: string): Promise<string | null> {
    const { code } = await this.askForPreview(remote, channel);
    return code ? this.name + code : null;
  }

  async openEvents({ remote, last, signal }: EventsRequest): Promise<Response> {
    const query = new URLSearchParams(remote ? { remote } : {});
    const headers = { ...(last && { 'last-event-id': last }) };
    const answer = await this.ask('GET', `/v1/events?${query}`, { until: signal, headers });
    await refuse(answer);
    return answer;
  }

  async write(file: string): Promise<void> {
    throw new ReleaseRefused(
      `${file} cannot be written from here: the release server ${this.name} accepts whole releases only`,
    );
  }

  async remove(file: string): Promise<void> {
    throw new ReleaseRefused(
      `${file} cannot be removed from here; the operator of ${this.name} can`,
    );
  }

  async compareAndRemove(file: string): Promise<boolean> {
    await this.remove(file);
    return false;
  }

  async assertFit(): Promise<void> {} // the server checks its store

  async listLitter(): Promise<string[]> {
    return [];
  }

  private async askForPreview(remote: string, channel: string): Promise<PreviewAnswer> {
    const query = new URLSearchParams({ remote, channel });
    const answer = await this.ask('GET', `/v1/preview-link?${query}`);
    await refuse(answer);
    return (await answer.json()) as PreviewAnswer;
  }

  private async ask(
    method: string,
    target: string,
    {
      body = Buffer.alloc(0),
      type = 'application/json',
      until,
      headers = {},
    }: { body?: Buffer; type?: string; until?: AbortSignal; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const { pathname, search, host: audience } = new URL(this.name + target);
    const once = () =>
      fetch(this.name + target, {
        method,
        headers: {
          ...headers,
          ...signRequest({ method, path: pathname + search, audience, body }, this.key),
          ...(this.pass !== null && { 'carry-pass': this.pass }),
          ...(method === 'POST' && { 'content-type': type }),
        },
        body: method === 'POST' ? new Uint8Array(body) : null,
        signal: until ?? AbortSignal.timeout(READ_BUDGET_MS),
        redirect: 'error',
      });
    try {
      // a kept-alive connection may be closed by now; retry idempotent reads
      return await (method === 'GET' ? once().catch(once) : once());
    } catch (cause) {
      throw new Error(
        `the release server ${this.name} cannot be reached (${describeFailure(cause)}); check its address, your network and proxy, then try again`,
        { cause },
      );
    }
  }
}

/** Returns a document without its times and signatures, as canonical text. */
const withoutSeals = (content: Buffer): string =>
  canonical(
    JSON.parse(content.toString(), (key, value) =>
      ['at', 'order', 'signature', 'retired', 'recent'].includes(key) ? undefined : value,
    ),
  );

/** Sends again after each busy response, for at most fifteen minutes. */
async function whileBusy(send: () => Promise<void>, report: (step: string) => void) {
  const end = performance.now() + QUEUE_BUDGET_MS;
  for (;;)
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Busy) || performance.now() + error.seconds * 1000 > end) throw error;
      report(`waiting ${error.seconds} s: ${error.message}`);
      await sleep(error.seconds * 1000);
    }
}

async function refuse(answer: Response): Promise<void> {
  if (answer.ok) return;
  const { status, url } = answer;
  const { detail } = (await answer.json().catch(() => ({}))) as {
    detail?: string;
  };
  if (!detail)
    throw new Error(
      `${new URL(url).origin} answered with status ${status}, but not as a release server; check its address`,
    );
  if (status === 409) throw new ReleaseConflict(detail);
  const seconds = Number(answer.headers.get('retry-after'));
  if (status === 429 && seconds > 0) throw new Busy(detail, seconds);
  if (status < 500) throw new ReleaseRefused(detail);
  throw new Error(`the release server: ${detail}`);
}

/** Reads the progress lines of an intake and returns true once it is done. Throws its refusal. */
async function followIntake(
  answer: Response,
  report: (step: string) => void,
  heard: () => void,
): Promise<boolean> {
  let unfinished = '';
  let done = false;
  const readLine = (text: string) => {
    const { step, refused, conflict, failed, done: ended } = JSON.parse(text) as IntakeLine;
    if (refused) throw new ReleaseRefused(refused);
    if (conflict) throw new ReleaseConflict(conflict);
    if (failed) throw new Error(failed);
    if (step) report(step);
    done ||= ended === true;
  };
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard();
    const lines = (unfinished + chunk).split('\n');
    unfinished = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  }
  return done;
}
