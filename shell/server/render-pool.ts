import { Worker } from 'node:worker_threads';
import type { RenderAnswer, Rendered, RenderRequest, WorkerSetup } from './render-protocol';

const RENDER_DEADLINE_MS = 1500;
/** After a hang or a crash a release is not rendered on the server for this long, so that it cannot cost its deadline again and again. */
const REST_MS = 10_000;
const MOST_WORKERS = 6;

interface Running {
  worker: Worker;
  pending: Map<number, (answer: RenderAnswer | Error) => void>;
  used: number;
}

/** Render workers, one for each remote release (a hanging one blocks no other), each request with a deadline. */
export class RenderPool {
  private readonly running = new Map<string, Running>();
  private readonly resting = new Map<string, number>();
  private last = 0;

  constructor(
    private readonly bundle: string,
    private readonly setup: Omit<WorkerSetup, 'remote'>,
  ) {}

  /** Renders a page; rejects when the remote throws, hangs or is resting. `code` is asked only when a worker must start. */
  async render(key: string, code: () => Promise<WorkerSetup['remote']>, request: Omit<RenderRequest, 'id'>): Promise<Rendered> {
    if ((this.resting.get(key) ?? 0) > Date.now()) throw new Error(`${key} rests after a failure`);
    const deadline = Date.now() + RENDER_DEADLINE_MS;
    const running = this.running.get(key) ?? this.start(key, await code());
    running.used = ++this.last;
    const id = this.last;
    const answer = await new Promise<RenderAnswer | Error>((resolve) => {
      const timer = setTimeout(() => {
        resolve(new Error(`${key} took longer than ${RENDER_DEADLINE_MS} ms to render`));
        this.stop(key, new Error(`${key} was stopped`));
        this.resting.set(key, Date.now() + REST_MS);
      }, deadline - Date.now());
      running.pending.set(id, (message) => {
        clearTimeout(timer);
        resolve(message);
      });
      running.worker.postMessage({ ...request, id });
    });
    running.pending.delete(id);
    if (answer instanceof Error) throw answer;
    if ('error' in answer) throw new Error(answer.error);
    return answer.rendered;
  }

  async close(): Promise<void> {
    await Promise.all([...this.running.keys()].map((key) => this.stop(key, new Error('the server is closing'))));
  }

  private start(key: string, remote: WorkerSetup['remote']): Running {
    const already = this.running.get(key);
    if (already) return already;
    while (this.running.size >= MOST_WORKERS) {
      const idle = [...this.running].sort(([, a], [, b]) => a.used - b.used)[0];
      if (idle) void this.stop(idle[0], new Error(`${idle[0]} made room for ${key}`));
    }
    const worker = new Worker(this.bundle, {
      workerData: { ...this.setup, remote } satisfies WorkerSetup,
      execArgv: [], // no loader of the parent's
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    const running: Running = { worker, pending: new Map(), used: 0 };
    worker.unref();
    worker.on('message', (answer: RenderAnswer) => running.pending.get(answer.id)?.(answer));
    worker.on('error', (error) => {
      this.resting.set(key, Date.now() + REST_MS);
      void this.stop(key, error);
    });
    this.running.set(key, running);
    return running;
  }

  private async stop(key: string, reason: Error): Promise<void> {
    const running = this.running.get(key);
    if (!running) return;
    this.running.delete(key);
    for (const settle of running.pending.values()) settle(reason);
    await running.worker.terminate();
  }
}
