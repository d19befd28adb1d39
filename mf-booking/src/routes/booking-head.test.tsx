import { createFakeShell } from '@carry/remote-kit/fake-shell';
import { paths } from '@carry/remote-kit/paths';
import { expect, test } from 'vitest';
import { route } from './booking';

test.each([
  [1, 'booking'],
  [2, 'home'],
])(
  'coach %i: a link to the page is previewed with the picture “%s”, for the other one shows the featured coach',
  (id, picture) => {
    const { shell } = createFakeShell({});
    const head = route(shell).handle.head?.({
      data: { coach: { name: 'Nova', description: 'Aim.' } },
      params: { coachId: String(id) },
      site: shell.site,
    } as never);
    expect(head).toMatchObject({ image: { path: paths.socialPicture(picture) } });
  },
);
