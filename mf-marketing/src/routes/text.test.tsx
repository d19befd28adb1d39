import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { paths } from '@carry/remote-kit/paths';
import { openPage } from '@carry/remote-kit/test-page';
import { textNames } from '@carry/remote-kit/texts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

const open = (answer: FakeAnswer) =>
  openPage(remote, paths.terms, { answers: { 'GET /api/texts/terms/': answer } });
const title = () => screen.getByRole('heading', { level: 1 }).textContent;

afterEach(cleanup);

test('shows the operator’s text under its title', async () => {
  const { head } = await open(() => ({ title: 'Our terms', markdown: 'Play **fair**.' }));
  expect(await screen.findByText('fair')).toBeTruthy();
  expect(title()).toBe('Our terms');
  expect(head({ text: { title: 'Our terms', markdown: '' } })?.title).toBe('Our terms | Sample');
});

test.each([404, 405, 501])('shows a notice and sets noindex on %i', async (status) => {
  const { head } = await open(() => Promise.reject(new ApiError('http', status)));
  expect(await screen.findByText(/^We haven't published this page yet\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Home' })).toBeTruthy();
  expect(head({ text: null })?.noindex).toBe(true);
});

test('retries a text that failed to load', async () => {
  let lost = true;
  await open(() =>
    lost ? Promise.reject(new ApiError('network', 0)) : { title: '', markdown: 'Here.' },
  );
  expect((await screen.findByRole('alert')).textContent).toContain("We couldn't load this page.");
  lost = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Here.')).toBeTruthy();
  expect(title()).toBe('Terms');
});

test.each(textNames)('serves a page for %s', async (name) => {
  await openPage(remote, paths[name], {
    answers: { [`GET /api/texts/${name}/`]: () => ({ title: name, markdown: 'Words.' }) },
  });
  expect(await screen.findByText('Words.')).toBeTruthy();
  expect(title()).toBe(name);
});
