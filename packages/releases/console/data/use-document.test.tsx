import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { closePages, openPage } from '../../test/console-page';
import { Loaded } from '../parts/page';
import { useDocument } from './use-document';

afterEach(closePages);

const Numbers = () => useDocument<string>('/overview', { hasNumbers: true }).value;
const Names = () => useDocument<string>('/previews').value;

const open = () =>
  openPage(
    <>
      <Numbers />
      <Names />
    </>,
    { documents: { '/overview': 'numbers', '/previews': 'names' } },
  );
const loaded = (reads: string[]) => reads.splice(0).sort();

test('reloads each document after a change', async () => {
  const { reads, announce } = await open();
  expect(loaded(reads)).toEqual(['/overview', '/previews', '/session']);
  await announce('change');
  expect(loaded(reads)).toEqual(['/overview', '/previews', '/session']);
});

test('reloads only documents with numbers when numbers change', async () => {
  const { element, reads, announce } = await open();
  loaded(reads);
  await announce('numbers');
  expect(loaded(reads)).toEqual(['/overview']);
  expect(element.textContent).toBe('numbersnames');
});

const Name = () => {
  const loaded = useDocument<string>('/previews');
  return (
    <Loaded document={loaded}>{(value) => <input aria-label="Name" defaultValue={value} />}</Loaded>
  );
};

test.each([502, 503])('keeps the document and its fields during status %i', async (status) => {
  const { element, announce, refuse } = await openPage(<Name />, {
    documents: { '/previews': 'names' },
  });
  const field = element.querySelector('input');
  field?.focus();
  refuse(status);
  await announce('change');
  expect(element.textContent).toBe('Refused. What you see may be outdated.');
  expect(element.querySelector('input')).toBe(field);
  expect(document.activeElement).toBe(field);
  refuse(null);
  await announce('change');
  expect(element.querySelector('[role=alert]')).toBeNull();
  expect(document.activeElement).toBe(field);
});

test.each([403, 404])('replaces the document after status %i', async (status) => {
  const { element, announce, refuse } = await openPage(<Name />, {
    documents: { '/previews': 'names' },
  });
  refuse(status);
  await announce('change');
  expect(element.textContent).toBe('Refused.');
  expect(element.querySelector('input')).toBeNull();
});

test('reads all documents again when the page comes online', async () => {
  const { reads, announce, streams } = await open();
  await announce('ready');
  loaded(reads);
  const before = streams();
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect([streams(), loaded(reads)]).toEqual([before + 1, []]);
  await announce('ready');
  expect(loaded(reads)).toEqual(['/overview', '/previews', '/session']);
});

test('closes the stream of a hidden tab', async () => {
  const { reads, announce, openStreams, setHidden } = await open();
  await announce('ready');
  await setHidden(true);
  expect(openStreams()).toBe(0);
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(openStreams()).toBe(0);
  loaded(reads);
  await setHidden(false);
  expect(openStreams()).toBe(1);
  await announce('ready');
  expect(loaded(reads)).toEqual(['/overview', '/previews', '/session']);
});

test('reads what a tab missed that was opened in the background', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { reads, announce, openStreams, setHidden } = await open();
  expect(openStreams()).toBe(0);
  loaded(reads);
  await setHidden(false);
  await announce('ready');
  expect(loaded(reads)).toEqual(['/overview', '/previews', '/session']);
});
