import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { stages } from '../how-it-works/content';
import remote from '../remote';

afterEach(cleanup);

test('lists every stage and links to the coaches', async () => {
  const { head } = await openPage(remote, '/how-it-works');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('How a session works');
  expect(stages.length).toBeGreaterThan(2);
  for (const { title, points } of stages) {
    const stage = screen
      .getByRole('heading', { level: 2, name: title })
      .closest('li') as HTMLElement;
    expect(
      within(stage)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.trim()),
    ).toEqual(points);
  }
  expect(screen.getByRole('link', { name: 'Find a coach' }).getAttribute('href')).toBe('/');
  expect(screen.getByText('100% Satisfaction Guarantee.')).toBeTruthy();
  expect(head()?.title).toBe('How a session works | Sample');
});
