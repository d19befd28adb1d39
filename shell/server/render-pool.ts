import { Worker } from 'node:worker_threads';
import type { RenderAnswer, Rendered, RenderRequest, WorkerSetup } from './render-protocol';

const DEADLINE_MS = 1500;
/** After a hang or a crash a release is not rendered on the server for this long, so that it cannot cost its deadline again and again. */
const REST_MS = 5000;
const MOST_WORKERS = 6;

/** A page that was not rendered for what another one did: its release rests, its worker was stopped, or the queue is too long. */
export class NotRendered extends Error {
  override readonly name = 'NotRendered';
}

interface Running {
  worker: Worker;
  pending: Map<number, (answer: RenderAnswer | Error) => void>;
  used: number;
  /** When it spoke last, ms since the epoch. */
  heardAt: number;
  /** The newest request that it has answered. */
  answered: number;
}

/** Render workers, one for each remote release (a hanging one blocks no other), each request with a deadline. */
export class RenderPool {
  private readonly running = new Map<string, Running>();
  private readonly resting = new Map<string, number>();
  private last = 0;

  constructor(
    private readonly bundle: string,
    private readonly setup: Omit<WorkerSetup, 'remote'>,
    /** Told of a hang that shows only after its page was given up. */
    private readonly onLateHang: (key: string, error: string) => void = () => {},
    private readonly times = { deadline: DEADLINE_MS, rest: REST_MS },
  ) {}

  /** Renders a page; rejects when the remote throws, hangs or is slow, and with {@link NotRendered} where that is another page's doing. `code` is asked only when a worker must start. */
  async render(key: string, code: () => Promise<WorkerSetup['remote']>, request: Omit<RenderRequest, 'id'>): Promise<Rendered> {
    if ((this.resting.get(key) ?? 0) > Date.now()) throw new NotRendered(`${key} rests after a failure`);
    const running = this.running.get(key) ?? this.start(key, await code());
    running.used = ++this.last;
    const id = this.last;
    const answer = await new Promise<RenderAnswer | Error>((resolve) => {
      const { deadline, rest } = this.times;
      const late = `${key} took longer than ${deadline} ms to render`;
      let givenUp = false;
      const judge = () => {
        if (!running.pending.has(id)) return;
        const silent = Date.now() - running.heardAt;
        if (silent >= deadline) {
          if (givenUp) this.onLateHang(key, late);
          else resolve(new Error(late));
          this.resting.set(key, Date.now() + rest);
          void this.stop(key, new NotRendered(`${key} was stopped`));
        } else if (running.answered > id) resolve(new Error(late));
        else {
          givenUp = true;
          resolve(new NotRendered(`${key} has too many pages to render`));
          timer = setTimeout(check, deadline - silent); // it may hang on this very page yet
        }
      };
      const check = () => setImmediate(judge); // an answer may have come while this process was busy itself
      let timer = setTimeout(check, deadline);
      running.pending.set(id, (message) => {
        clearTimeout(timer);
        running.pending.delete(id);
        resolve(message);
      });
      running.worker.postMessage({ ...request, id });
    });
    if (answer instanceof Error) throw answer;
    if ('error' in answer) throw new Error(answer.error);
    return answer.rendered;
  }

  async close(): Promise<void> {
    await Promise.all([...this.running.keys()].map((key) => this.stop(key, new NotRendered('the server is closing'))));
  }

  private start(key: string, remote: WorkerSetup['remote']): Running {
    const already = this.running.get(key);
    if (already) return already;
    while (this.running.size >= MOST_WORKERS) {
      const idle = [...this.running].sort(([, a], [, b]) => a.used - b.used)[0];
      if (idle) void this.stop(idle[0], new NotRendered(`${idle[0]} made room for ${key}`));
    }
    const worker = new Worker(this.bundle, {
      workerData: { ...this.setup, remote } satisfies WorkerSetup,
      execArgv: [], // no loader of the parent's
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    const running: Running = { worker, pending: new Map(), used: 0, heardAt: Date.now(), answered: 0 };
    worker.unref();
    worker.on('message', (answer: RenderAnswer) => {
      running.heardAt = Date.now();
      running.answered = Math.max(running.answered, answer.id);
      running.pending.get(answer.id)?.(answer);
    });
    worker.on('error', (error) => {
      this.resting.set(key, Date.now() + this.times.rest);
      const [first] = running.pending.values();
      first?.(error);
      void this.stop(key, new NotRendered(`${key} has crashed`));
    });
    this.running.set(key, running);
    return running;
  }

  private async stop(key: string, reason: Error): Promise<void> {
    const running = this.running.get(key);
    if (!running) return;
    this.running.delete(key);
    for (const settle of [...running.pending.values()]) settle(reason);
    await running.worker.terminate();
  }
}
