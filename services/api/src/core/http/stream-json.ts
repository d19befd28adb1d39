import { setImmediate as nextTurn } from 'node:timers/promises';
import { describeError, log } from '../process/log';

const encoder = new TextEncoder();

type Source = AsyncGenerator<string> | Generator<string>;

export class StreamedText {
  private readonly source: Source;

  constructor(source: Source) {
    this.source = source;
  }

  /** Returns the text as a stream. Rejects if the first piece fails; a later failure ends the connection. `onFailure` is called for both, but not if the client leaves. */
  async open(what: string, onFailure?: () => void): Promise<ReadableStream<Uint8Array>> {
    let first: IteratorResult<string> | null;
    try {
      first = await this.source.next();
    } catch (error) {
      onFailure?.();
      throw error;
    }
    let isCancelled = false;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      try {
        await nextTurn(); // an embedded database never leaves the turn by itself
        const { done, value } = first ?? (await this.source.next());
        first = null;
        if (isCancelled) return;
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        if (isCancelled) return;
        log.warn(
          { code: 'response.cut_off' },
          `${what}: the response was cut off: ${describeError(error)}`,
        );
        onFailure?.();
        controller.error(error);
      }
    };
    const cancel = async () => {
      isCancelled = true;
      await this.source.return(undefined);
    };
    return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  }
}

export class StreamedJson extends StreamedText {}

export class StreamedList<Row> extends StreamedJson {
  /** Makes the row type part of the class's type. */
  declare readonly row: Row;

  constructor(batches: AsyncIterable<readonly Row[]>) {
    super(printList(batches));
  }
}

export async function* printList(
  batches: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  let start = '[';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield start + batch.map((row) => JSON.stringify(row)).join(',');
    start = ',';
  }
  yield start === '[' ? '[]' : ']';
}

export async function* mapBatches<Row, Shown>(
  batches: AsyncIterable<readonly Row[]>,
  convert: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
  for await (const batch of batches) yield batch.map(convert);
}

/** True if a request has query parameters of its call, and so asks for a page. */
export const isPaged = (query: object): boolean =>
  Object.values(query).some((value) => value !== undefined);
