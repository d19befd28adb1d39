import { games } from 'contracts/games';
import { paths } from 'contracts/paths';
import { defineRemote, lazyRoute } from 'remote-kit';
import { route as coachRedirect } from './routes/coach-redirect';

export default defineRemote((shell) => [
  { path: paths.home, ...lazyRoute('home', () => import('./routes/home'), shell) },
  ...games.map(({ id }) => ({
    path: paths.game(id),
    ...lazyRoute('game', () => import('./routes/game'), shell, id),
    id: `game/${id}`,
  })),
  { id: 'coach-redirect', path: `/${shell.site.coachSlug}`, ...coachRedirect() },
]);
