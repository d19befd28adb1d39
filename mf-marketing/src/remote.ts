import { games } from 'contracts/games';
import { paths } from 'contracts/paths';
import { defineRemote } from 'remote-kit';
import { coachRedirect } from './routes/coach-redirect';

export default defineRemote((shell) => [
  {
    id: 'home',
    path: paths.home,
    lazy: async () => (await import(/* webpackChunkName: "route-home" */ './routes/home')).homeRoute(shell),
  },
  ...games.map(({ id }) => ({
    id: `game/${id}`,
    path: paths.game(id),
    lazy: async () => (await import(/* webpackChunkName: "route-game" */ './routes/game')).gameRoute(shell, id),
  })),
  { id: 'coach-redirect', path: `/${shell.site.coachSlug}`, ...coachRedirect },
]);
