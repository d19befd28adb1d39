import { additive, list, object, type Shape, text } from './shape';

/** A page of a list. Servers that ignore the query parameters send the whole list instead. */
export interface PageAnswer<Row> {
  results: Row[];
  /** Cursor of the next page; null at the end. */
  next: string | null;
  /** Starts (ISO 8601) of the latest 12 months before the page, latest first. */
  months?: string[] | undefined;
}

export const listOrPage =
  <Row>(row: Shape<Row>): Shape<Row[] | PageAnswer<Row>> =>
  (value) =>
    Array.isArray(value)
      ? list(row)(value)
      : object({
          results: list(row),
          next: (cursor): string | null => (cursor === null ? null : text(cursor)),
          months: additive(list(text)),
        })(value);
