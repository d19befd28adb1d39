import type { ChildProcess } from 'node:child_process';
import { ResponseTooLarge } from 'server-kit/limited-text';
import { frameReader, writeFrame } from '../protocol/frames';
import { type FromProcess, fromProcess, readRendered } from '../protocol/from-process';
import {
  FRAME,
  MAX_MESSAGE_BYTES,
  REALM_FILE,
  type ReleaseCode,
  type RenderSetup,
  type ToProcess,
} from '../protocol/protocol';
import { readFromApi } from './api-reads';
import type { Page } from './page';
import { PageQueue } from './page-queue';
import { processorMs, residentBytes, spawnSandboxed } from './spawn';

/** Limit per process between two pings. */
const MAX_MESSAGES = 20_000;
const MAX_READS_PER_PAGE = 50;
const MAX_RELEASES = 128;
const SLOW_MS = 100;
const GONE_STATUSES = [404, 410];
const MAX_STARVED_DEADLINES = 2;

/** The reason for a process's end. `offender` is the release whose code ran. */
export interface Ending {
  kind: 'hung' | 'crashed' | 'died' | 'memory' | 'flooded' | 'stopped';
  offender: string;
  error: string;
}

export interface ProcessEvents {
  ended(process: RenderProcess, ending: Ending, unanswered: Page[]): void;
  measured(process: RenderProcess, key: string, bytes: number): void;
  evicted(): void;
  gone(path: string): void;
  tooLarge(path: string): void;
}

export class RenderProcess {
  readonly startedAt = performance.now();
  private readonly queue: PageQueue;
  private readonly releases = new Map<string, { readsLeft: number }>();
  private readonly child: ChildProcess;
  private ending: Ending | null = null;
  private messages = 0;
  private retiring = false;
  current = FRAME;
  pingedAt: number | null = null;
  slowAt = 0;
  ready = false;
  private endStart: (ready: boolean) => void = () => {};
  /** Resolves to true when it can render, to false if it ends before. */
  readonly started = new Promise<boolean>((resolve) => {
    this.endStart = resolve;
  });
  private cpuMsAtPing: number | null = null;

  private readonly setup: RenderSetup;
  private readonly events: ProcessEvents;

  constructor(
    { bundle, setup, pagesAtOnce }: { bundle: string; setup: RenderSetup; pagesAtOnce: number },
    events: ProcessEvents,
  ) {
    this.setup = setup;
    this.events = events;

    this.queue = new PageQueue(pagesAtOnce);
    this.child = spawnSandboxed(bundle, { beside: [REALM_FILE] });
    const read = frameReader(MAX_MESSAGE_BYTES, (message) =>
      this.receive(fromProcess.parse(message)),
    );
    this.child.stdout?.on('data', (chunk: Buffer) => {
      if (this.ending) return;
      try {
        read(chunk);
      } catch (error) {
        this.stop({
          kind: 'flooded',
          offender: this.current,
          error: `protocol violation: ${(error as Error).message.slice(0, 200)}`,
        });
      }
    });
    this.child.once('error', (error) =>
      this.finish({ kind: 'died', offender: FRAME, error: error.message }),
    );
    this.child.once('exit', (code, signal) =>
      this.finish({
        kind: 'died',
        offender: this.current,
        error: `its process exited with ${signal ?? `code ${code}`}`,
      }),
    );
    this.send({ type: 'setup', setup });
  }

  get alive(): boolean {
    return this.ending === null;
  }

  get load(): number {
    return this.queue.length;
  }

  get queued(): number {
    return this.queue.queued;
  }

  get releaseCount(): number {
    return this.releases.size;
  }

  get bytes(): number {
    return residentBytes(this.child.pid);
  }

  /** Milliseconds since the unanswered ping, or 0. */
  silentFor(now: number): number {
    return this.pingedAt === null ? 0 : now - this.pingedAt;
  }

  /** Returns true if it is hung. A process that got no CPU time gets an extension. */
  hangs(deadlineMs: number): boolean {
    const silent = this.silentFor(performance.now());
    if (silent < deadlineMs) return false;
    const now = processorMs(this.child.pid);
    if (now === null || this.cpuMsAtPing === null) return true;
    return now - this.cpuMsAtPing >= deadlineMs / 2 || silent >= MAX_STARVED_DEADLINES * deadlineMs;
  }

  has(key: string): boolean {
    return key === FRAME || this.releases.has(key);
  }

  install(key: string, release: ReleaseCode): void {
    if (this.has(key)) return;
    for (const [oldest] of this.releases) {
      if (this.releases.size < MAX_RELEASES) break;
      if (this.queue.has(oldest)) continue;
      this.releases.delete(oldest);
      this.send({ type: 'unload', key: oldest });
      this.events.evicted();
    }
    this.releases.set(key, { readsLeft: 0 });
    this.send({ type: 'load', key, release });
  }

  add(page: Page): void {
    this.queue.add(page);
    const release = this.releases.get(page.key);
    if (release) {
      this.releases.delete(page.key); // keeps the map in LRU order
      this.releases.set(page.key, release);
    }
    this.sendNext();
  }

  remove(page: Page): void {
    if (this.queue.remove(page)) this.send({ type: 'drop', id: page.id, key: page.key });
  }

  removeOthers(key: string): Page[] {
    const pages = this.queue.pages().filter((page) => page.key !== key);
    for (const page of pages) this.remove(page);
    return pages;
  }

  isAlone = (page: Page): boolean => this.queue.isAlone(page);

  ping(now: number): void {
    this.messages = 0;
    this.sendNext();
    if (this.pingedAt !== null || !this.ready) return;
    this.pingedAt = now;
    this.cpuMsAtPing = processorMs(this.child.pid);
    this.send({ type: 'ping' });
  }

  /** Stops accepting pages and measures memory by release once idle. */
  measureWhenIdle(): void {
    this.retiring = true;
    this.measureIfIdle();
  }

  /** Kills the process. The `ended` event carries its unfinished pages. */
  stop(ending: Ending): void {
    this.child.kill('SIGKILL');
    this.finish(ending);
  }

  async stopped(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null && this.child.pid) {
      await new Promise((resolve) => this.child.once('exit', resolve));
    }
  }

  private finish(ending: Ending): void {
    if (this.ending) return;
    this.ending = ending;
    this.endStart(false);
    this.events.ended(this, ending, this.queue.pages());
  }

  private send(message: ToProcess): void {
    if (this.child.stdin) writeFrame(this.child.stdin, message);
  }

  private sendNext(): void {
    if (!this.ready) return;
    for (const { id, key, request } of this.queue.dequeue()) {
      const release = this.releases.get(key);
      if (release) release.readsLeft += MAX_READS_PER_PAGE;
      this.send({ type: 'render', id, key, request });
    }
  }

  private receive(message: FromProcess): void {
    if (++this.messages > MAX_MESSAGES) throw new RangeError('too many messages');
    if (this.silentFor(performance.now()) > SLOW_MS) this.slowAt = performance.now();
    this.pingedAt = null;
    if (message.type === 'ready') {
      this.ready = true;
      this.endStart(true);
      for (const page of this.queue.pages()) page.extend(); // the start does not count against their deadline
      this.sendNext();
    } else if (message.type === 'enter') this.current = message.key;
    else if (message.type === 'rendered' || message.type === 'failed') this.finishPage(message);
    else if (message.type === 'dropped') this.pageEnded(this.queue.confirmDropped(message.id));
    else if (message.type === 'read') this.read(message);
    else if (message.type === 'measured') this.events.measured(this, message.key, message.bytes);
    else if (message.type === 'crashed') {
      this.stop({ kind: 'crashed', offender: message.key, error: message.error });
    }
  }

  private finishPage(message: Extract<FromProcess, { type: 'rendered' | 'failed' }>): void {
    const page = this.queue.finish(message.id);
    if (!page) return;
    page.settle(
      message.type === 'rendered' ? readRendered(message.rendered) : new Error(message.error),
    );
    this.pageEnded(page.key);
  }

  private pageEnded(key: string): void {
    const release = this.releases.get(key);
    const limit = MAX_READS_PER_PAGE * this.queue.countActive(key);
    if (release) release.readsLeft = Math.min(release.readsLeft, limit);
    this.sendNext();
    this.measureIfIdle();
  }

  private measureIfIdle(): void {
    if (!this.retiring || this.load > 0) return;
    this.retiring = false;
    this.send({ type: 'measure' });
  }

  private read({ id, key, path, requestId }: Extract<FromProcess, { type: 'read' }>): void {
    const release = this.releases.get(key);
    if (!release) throw new TypeError(`${key} read from the API without a page in flight`);
    const failed = (error?: unknown) => {
      if (error instanceof ResponseTooLarge) this.events.tooLarge(path);
      if (this.alive) this.send({ type: 'read-failed', id });
    };
    if (release.readsLeft === 0) return void failed();
    release.readsLeft--;
    const candidates = [...this.queue.getPages(key)];
    for (const page of candidates) page.reads.add(path); // the reading page is unknown here
    const reader =
      candidates.find(({ request }) => request.requestId === requestId) ?? candidates[0];
    const { apiUrl, apiBudgetMs: budgetMs } = this.setup;
    const read = () =>
      readFromApi(path, { apiUrl, budgetMs, requestId }).then((answer) => {
        if (GONE_STATUSES.includes(answer.status)) {
          for (const page of candidates) page.gone.add(path);
          this.events.gone(path);
        }
        if (this.alive) this.send({ type: 'read', id, ...answer });
      }, failed);
    void (reader ? reader.inItsRequest(read) : read());
  }
}
