import { describe, expect, it } from 'vitest';
import { fromProcess, readRendered } from './from-process';

const print = (parts: object = {}) =>
  JSON.stringify({
    ...{ status: 200, html: '<p>well</p>', head: [], loaderData: {}, complete: true },
    ...parts,
  });

/** Prints a page whose data has this many levels. */
const printNested = (levels: number) =>
  print().replace('{}', `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`);

describe('readRendered', () => {
  it('returns a page with 200 levels of data', () => {
    expect(readRendered(printNested(200))).toMatchObject({ status: 200, html: '<p>well</p>' });
  });

  it.each([201, 100_000])('returns an error for %i levels of data', (levels) => {
    expect(readRendered(printNested(levels))).toEqual(
      new Error('malformed page: loaderData has more than 200 levels'),
    );
  });

  it.each(['', 'no JSON', 'null', '[]', print({ status: 700 })])(
    'returns an error for the text %j',
    (text) => {
      expect(readRendered(text)).toEqual(
        expect.objectContaining({ message: expect.stringMatching(/^malformed page: /) }),
      );
    },
  );
});

it.each([
  [2000, true],
  [2001, false],
])('accepts a read of a path with %i characters: %s', (length, isAccepted) => {
  const read = { type: 'read', id: 1, key: 'mf-a@1', path: `/${'x'.repeat(length - 1)}` };
  expect(fromProcess.safeParse(read).success).toBe(isAccepted);
});
