import { type Handler, type Handlers, Reply } from './handler';

export const notes: Handler<'PATCH /api/bookings/{id}/notes/'> = async (
  _,
  { userId, params, body },
) => ({
  detail: `${userId.toFixed()} ${params.id.toFixed()} ${body.notes.trim()}`,
});
export const waits: Handler<'GET /api/stripe/success-info/'> = async () =>
  new Reply(202, { status: 'pending' });

// @ts-expect-error a call that the contract does not have
export const unknown: Handler<'GET /api/coachs/{id}/'> = async () => ({});
// @ts-expect-error an answer without a member
export const lacks: Handler<'GET /api/me/'> = async (_, { userId }) => ({
  id: userId,
  email: '',
  is_coach: true,
});
// @ts-expect-error an answer of another type
export const other: Handler<'GET /api/me/'> = async () => ({
  id: '1',
  email: '',
  is_coach: true,
  coach_id: null,
});
// @ts-expect-error a status that the contract does not name
export const teapot: Handler<'GET /api/stripe/success-info/'> = async () => new Reply(418, {});
export const anybody: Handler<'POST /api/waitlist/'> = async (_, { userId }) => ({
  // @ts-expect-error anybody may call it: there is no user
  detail: userId.toFixed(),
});
export const misread: Handler<'POST /api/waitlist/'> = async (_, { body }) => ({
  // @ts-expect-error a member of the body that there is not
  detail: body.mail,
});
// @ts-expect-error a redirect of a call without one
export const redirects: Handler<'GET /api/me/'> = async (_, { context }) => context.redirect('/');
// @ts-expect-error every call has a handler
export const all: Handlers = {};
