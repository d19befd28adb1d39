import { defineRemote, lazyRoute } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';

export default defineRemote((shell) => [
  { path: paths.login, ...lazyRoute('login', () => import('./routes/login'), shell) },
  { path: paths.register, ...lazyRoute('register', () => import('./routes/register')) },
  {
    path: `${paths.register}/done`,
    ...lazyRoute('register', () => import('./routes/register'), 'done'),
    id: 'register/done',
  },
  {
    path: paths.forgotPassword,
    ...lazyRoute('forgot-password', () => import('./routes/forgot-password')),
  },
  {
    path: paths.resetPassword,
    ...lazyRoute('reset-password', () => import('./routes/reset-password')),
  },
  { path: paths.verifyEmail, ...lazyRoute('verify-email', () => import('./routes/verify-email')) },
  { path: paths.account, ...lazyRoute('account', () => import('./routes/account'), shell) },
  { path: paths.reminders, ...lazyRoute('reminders', () => import('./routes/reminders')) },
  {
    path: paths.session(':bookingId'),
    ...lazyRoute('session', () => import('./routes/session'), shell),
  },
  { path: paths.sessions, ...lazyRoute('sessions', () => import('./routes/sessions'), shell) },
]);
