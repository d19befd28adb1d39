import { defineRemote, lazyRoute } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { textNames } from '@carry/remote-kit/texts';
import { games } from './games/games';
import { route as coachRedirect } from './routes/coach-redirect';

export default defineRemote((shell) => {
  const { coachSlug } = shell.site.settings;
  return [
    { path: paths.home, ...lazyRoute('home', () => import('./routes/home'), shell) },
    ...games.map(({ id }) => ({
      path: paths.game(id),
      ...lazyRoute('game', () => import('./routes/game'), shell, id),
      id: `game/${id}`,
    })),
    { path: paths.coaches, ...lazyRoute('coaches', () => import('./routes/coaches'), shell) },
    {
      path: paths.coachSlug(':slug'),
      ...lazyRoute('coach-slug', () => import('./routes/coach-slug'), shell),
    },
    {
      path: paths.becomeCoach,
      ...lazyRoute('become-a-coach', () => import('./routes/become-a-coach'), shell),
    },
    { path: paths.howItWorks, ...lazyRoute('how-it-works', () => import('./routes/how-it-works')) },
    ...textNames.map((name) => ({
      path: paths.text(name),
      ...lazyRoute('text', () => import('./routes/text'), shell, name),
      id: `text/${name}`,
    })),
    ...(coachSlug
      ? [{ id: 'coach-redirect', path: `/${coachSlug}`, ...coachRedirect(shell) }]
      : []),
  ];
});
