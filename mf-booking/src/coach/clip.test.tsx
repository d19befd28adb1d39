import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
const coach = (more: object = {}) => ({
  'GET /api/coaches/1/': () => ({ id: 1, name: 'Nova', description: 'Aim.', ...more }),
});

test('links a new document for a clip after a client-side navigation', async () => {
  await openPage(remote, '/booking/1', { answers: coach({ clip: { url: player, player } }) });
  const link = await screen.findByRole('link', { name: /Meet Nova on video/ });
  expect(link.getAttribute('href')).toBe('?clip=play');
  expect(fireEvent.click(link)).toBe(true);
  expect(document.querySelector('iframe')).toBeNull();
});

test('shows no clip, facts or initials of a server that sends none', async () => {
  await openPage(remote, '/booking/1', { answers: coach() });
  expect(await screen.findByRole('heading', { name: 'Nova' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /on video/ })).toBeNull();
  expect(screen.queryByText('Speaks')).toBeNull();
  expect(screen.queryByRole('img', { name: 'Portrait of Nova' })).toBeNull();
});
