import type { ChildProcess } from 'node:child_process';
import { frameReader, writeFrame } from '../protocol/frames';
import { type FromProcess, fromProcess } from '../protocol/from-process';
import {
  FRAME,
  REALM_FILE,
  type ReleaseCode,
  type RenderSetup,
  type ToProcess,
} from '../protocol/protocol';
import { readFromApi } from './api-reads';
import type { Page } from './page';
import { PageQueue } from './page-queue';
import { processorMs, residentBytes, spawnSandboxed } from './spawn';

const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
/** Of one process, between two looks at it. */
const MAX_MESSAGES = 20_000;
const MAX_READS_PER_PAGE = 50;
const MAX_RELEASES = 128;
const SLOW_MS = 100;
const GONE_STATUSES = [404, 410];
const MAX_STARVED_DEADLINES = 2;

/** Why a process ended, and whose code ran when it did. */
export interface Ending {
  kind: 'hung' | 'crashed' | 'died' | 'memory' | 'flooded' | 'stopped';
  culprit: string;
  error: string;
}

export interface ProcessEvents {
  ended(process: RenderProcess, ending: Ending, unanswered: Page[]): void;
  measured(process: RenderProcess, key: string, bytes: number): void;
  evicted(): void;
  /** Called when the API answers a release's read with 404 or 410. */
  gone(path: string): void;
}

/** One process that renders: what it owes, what it holds, whether it still answers. */
export class RenderProcess {
  readonly startedAt = Date.now();
  private readonly queue: PageQueue;
  private readonly releases = new Map<string, { reads: number }>();
  private readonly child: ChildProcess;
  private ending: Ending | null = null;
  private messages = 0;
  private retiring = false;
  /** Whose code runs in it now. */
  current = FRAME;
  /** When it was asked for a sign of life that has not come yet. */
  askedAt: number | null = null;
  /** When it was last slow to give one. */
  slowAt = 0;
  ready = false;
  private workedAtAsking: number | null = null;

  private readonly setup: RenderSetup;
  private readonly events: ProcessEvents;

  constructor(bundle: string, setup: RenderSetup, pagesAtOnce: number, events: ProcessEvents) {
    this.setup = setup;
    this.events = events;

    this.queue = new PageQueue(pagesAtOnce);
    this.child = spawnSandboxed(bundle, REALM_FILE);
    const { stdin, stdout } = this.child;
    stdin?.on('error', () => {}); // the end of the process says it
    stdout?.on('error', () => {});
    const read = frameReader(MAX_MESSAGE_BYTES, (message) =>
      this.receive(fromProcess.parse(message)),
    );
    stdout?.on('data', (chunk: Buffer) => {
      if (this.ending) return;
      try {
        read(chunk);
      } catch (error) {
        this.stop({
          kind: 'flooded',
          culprit: this.current,
          error: `sent what it may not: ${(error as Error).message.slice(0, 200)}`,
        });
      }
    });
    this.child.once('error', (error) =>
      this.finish({ kind: 'died', culprit: FRAME, error: error.message }),
    );
    this.child.once('exit', (code, signal) =>
      this.finish({
        kind: 'died',
        culprit: this.current,
        error: `its process ended with ${signal ?? `code ${code}`}`,
      }),
    );
    this.say({ type: 'setup', setup });
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

  get held(): number {
    return this.releases.size;
  }

  get bytes(): number {
    return residentBytes(this.child.pid);
  }

  /** How long it has owed a sign of life, ms. */
  silentFor(now: number): number {
    return this.askedAt === null ? 0 : now - this.askedAt;
  }

  /** Whether it hangs for certain: one that got no processor meanwhile is given more time. */
  hangs(deadlineMs: number): boolean {
    const silent = this.silentFor(Date.now());
    if (silent < deadlineMs) return false;
    const now = processorMs(this.child.pid);
    if (now === null || this.workedAtAsking === null) return true;
    return (
      now - this.workedAtAsking >= deadlineMs / 2 || silent >= MAX_STARVED_DEADLINES * deadlineMs
    );
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
      this.say({ type: 'unload', key: oldest });
      this.events.evicted();
    }
    this.releases.set(key, { reads: 0 });
    this.say({ type: 'load', key, release });
  }

  add(page: Page): void {
    this.queue.add(page);
    const release = this.releases.get(page.key);
    if (release) {
      this.releases.delete(page.key); // the last one is the last used
      this.releases.set(page.key, release);
    }
    this.sendNext();
  }

  remove = (page: Page): void => this.queue.remove(page);

  removeOthers = (key: string): Page[] => this.queue.removeOthers(key);

  isAlone = (page: Page): boolean => this.queue.isAlone(page);

  ask(now: number): void {
    this.messages = 0;
    this.sendNext();
    if (this.askedAt !== null || !this.ready) return;
    this.askedAt = now;
    this.workedAtAsking = processorMs(this.child.pid);
    this.say({ type: 'ping' });
  }

  /** Gets no pages any more: as soon as it owes none, it says who holds most. */
  measureWhenIdle(): void {
    this.retiring = true;
    this.measureIfIdle();
  }

  /** Ends the process; whoever listens gets the pages that it leaves unanswered. */
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
    this.events.ended(this, ending, this.queue.pages());
  }

  private say(message: ToProcess): void {
    if (this.child.stdin) writeFrame(this.child.stdin, message);
  }

  private sendNext(): void {
    if (!this.ready) return;
    for (const { id, key, request } of this.queue.dequeue())
      this.say({ type: 'render', id, key, request });
  }

  private receive(message: FromProcess): void {
    if (++this.messages > MAX_MESSAGES) throw new RangeError('too many messages');
    if (this.silentFor(Date.now()) > SLOW_MS) this.slowAt = Date.now();
    this.askedAt = null;
    if (message.type === 'ready') {
      this.ready = true;
      for (const page of this.queue.pages()) page.extend(); // its start is not their time
      this.sendNext();
    } else if (message.type === 'enter') this.current = message.key;
    else if (message.type === 'rendered' || message.type === 'failed') this.answered(message);
    else if (message.type === 'read') this.read(message);
    else if (message.type === 'measured') this.events.measured(this, message.key, message.bytes);
    else if (message.type === 'crashed') {
      this.stop({ kind: 'crashed', culprit: message.key, error: message.error });
    }
  }

  private answered(message: Extract<FromProcess, { type: 'rendered' | 'failed' }>): void {
    const page = this.queue.answered(message.id);
    const release = page && this.releases.get(page.key);
    if (release && !this.queue.has(page.key)) release.reads = 0;
    page?.settle(message.type === 'rendered' ? message.rendered : new Error(message.error));
    this.sendNext();
    this.measureIfIdle();
  }

  private measureIfIdle(): void {
    if (!this.retiring || this.load > 0) return;
    this.retiring = false;
    this.say({ type: 'measure' });
  }

  private read({ id, key, path, requestId }: Extract<FromProcess, { type: 'read' }>): void {
    const release = this.releases.get(key);
    if (!release) throw new TypeError(`${key} reads while no page of it renders`);
    const pages = this.queue.atWork(key);
    const allowed = pages > 0 && ++release.reads <= MAX_READS_PER_PAGE * pages;
    const failed = () => this.alive && this.say({ type: 'read-failed', id });
    if (!allowed) return void failed();
    const mine = [...this.queue.pagesOf(key)];
    for (const page of mine) page.reads.add(path); // which of them reads, its release alone could say
    const asked = mine.find(({ request }) => request.requestId === requestId) ?? mine[0];
    const read = () =>
      readFromApi(this.setup.apiUrl, path, this.setup.apiBudgetMs, requestId).then((answer) => {
        if (GONE_STATUSES.includes(answer.status)) {
          for (const page of mine) page.gone.add(path);
          this.events.gone(path);
        }
        if (this.alive) this.say({ type: 'read', id, ...answer });
      }, failed);
    void (asked ? asked.inItsRequest(read) : read());
  }
}
