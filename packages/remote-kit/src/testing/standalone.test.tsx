import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { defineRemote } from '../route/remote';
import { standalone } from './standalone';

afterEach(() => document.body.replaceChildren());

const remote = defineRemote(() => [
  {
    id: 'topic',
    path: '/help/:topic/:part?',
    loader: () => ({ topic: Promise.resolve('Aim') }),
    Component: () => <h1>Help</h1>,
    handle: {
      head: ({ data, site }) => ({
        title: `${(data as { topic?: string } | undefined)?.topic} | ${site.name}`,
      }),
    },
  },
]);

test.each(['/', '/unknown?a=1', '/help/aim'])('opens a page with its title at %s', async (path) => {
  history.replaceState(null, '', path);
  document.body.append(Object.assign(document.createElement('div'), { id: 'root' }));
  document.title = 'Rsbuild App';
  standalone(remote, { site: { name: 'Practice' } });
  await screen.findByRole('heading', { name: 'Help' });
  expect(location.pathname).toBe(path.startsWith('/help') ? path : '/help/1/1');
  await vi.waitFor(() => expect(document.title).toBe('Aim | Practice'));
});
