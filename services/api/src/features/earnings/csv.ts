/** Spreadsheets run a cell with one of these first characters as a formula, except a number. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

function printCell(value: string): string {
  const inert = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Prints rows as CSV (RFC 4180). */
export const printTable = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(printCell).join(',')}\r\n`).join('');
