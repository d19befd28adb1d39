import { printTable } from '@carry/contracts/format';

const BATCH_ROWS = 500;

interface Table<Row> {
  head: readonly string[];
  read(last: number, limit: number): PromiseLike<Row[]>;
  getId(row: Row): number;
  toCells(row: Row): string[];
}

export async function* printRows<Row>({
  head,
  read,
  getId,
  toCells,
}: Table<Row>): AsyncGenerator<string> {
  yield printTable([[...head]]);
  let last = 0;
  let rows: Row[];
  do {
    rows = await read(last, BATCH_ROWS);
    if (rows.length > 0) yield printTable(rows.map(toCells));
    const end = rows.at(-1);
    if (end !== undefined) last = getId(end);
  } while (rows.length === BATCH_ROWS);
}
