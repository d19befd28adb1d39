import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { Await, useLoaderData } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { openPage } from '../testing/test-page';
import { defineRemote } from './remote';
import { Retry } from './retry';

afterEach(cleanup);

test('moves the focus to the heading, which stays', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve('Loaded')];
  const Component = () => {
    const { data } = useLoaderData() as { data: Promise<string> };
    return (
      <main>
        <h1 tabIndex={-1}>Page</h1>
        <Suspense fallback={<p>Loading...</p>}>
          <Await resolve={data} errorElement={<Retry />}>
            {(text: string) => <p>{text}</p>}
          </Await>
        </Suspense>
      </main>
    );
  };
  const loader = () => ({ data: answers.shift() });
  await openPage(
    defineRemote(() => [{ id: 'page', path: '/', loader, Component }]),
    '/',
  );
  const retry = await screen.findByRole('button', { name: 'Retry' });
  retry.focus();
  await act(async () => void fireEvent.click(retry));
  await screen.findByText('Loaded');
  expect(document.activeElement?.textContent).toBe('Page');
});
