import { paths } from 'contracts/paths';
import { defineRemote } from 'remote-kit';

export default defineRemote((shell) => [
  { id: 'login', path: paths.login, lazy: async () => (await import(/* webpackChunkName: "route-login" */ './routes/login')).route },
  {
    id: 'register',
    path: paths.register,
    lazy: async () => (await import(/* webpackChunkName: "route-register" */ './routes/register')).route,
  },
  {
    id: 'forgot-password',
    path: paths.forgotPassword,
    lazy: async () => (await import(/* webpackChunkName: "route-forgot-password" */ './routes/forgot-password')).route,
  },
  {
    id: 'reset-password',
    path: paths.resetPassword,
    lazy: async () => (await import(/* webpackChunkName: "route-reset-password" */ './routes/reset-password')).route,
  },
  {
    id: 'verify-email',
    path: paths.verifyEmail,
    lazy: async () => (await import(/* webpackChunkName: "route-verify-email" */ './routes/verify-email')).route,
  },
  {
    id: 'sessions',
    path: paths.sessions,
    lazy: async () => (await import(/* webpackChunkName: "route-sessions" */ './routes/sessions')).sessionsRoute(shell),
  },
]);
