// A second implementation of the specified calls: plain HTTP, a file as database, different choices where the specification is open.
import { createServer, type IncomingMessage } from 'node:http';
import { type Booking, Memory } from './state';

const memory = new Memory(process.env['DATA_FOLDER'] ?? '');
const { state } = memory;

const services = [
  { id: 'hour', label: 'One-on-one coaching', rate: 25, is_hourly: true },
  { id: 'vod', label: 'Recorded match review', rate: 18, is_hourly: false },
  { id: 'plan', label: 'Four-week training plan', rate: 75, is_hourly: false },
];
const coach = {
  name: 'Nova',
  description: '**Nova** played Counter-Strike and Valorant in professional teams for seven years.',
  image_url: null,
  special_offer: 'the second hour is on the house.',
};

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Call {
  /** Value of `{id}`. */
  id: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  user(): string;
}
type Answer = (call: Call) => unknown;

const text = (body: Record<string, unknown>, key: string): string => {
  const value = body[key];
  if (typeof value !== 'string' || !value.trim()) throw new Refusal(400, `${key} is missing.`);
  return value;
};
const findBooking = (id: unknown): Booking => {
  const booking = state.bookings.find((booking) => String(booking.id) === String(id));
  if (!booking) throw new Refusal(404, 'No such booking.');
  return booking;
};
const stripe = async (path: string, form?: Record<string, string>) => {
  const response = await fetch(`${process.env['STRIPE_API_URL']}/v1/checkout/sessions${path}`, {
    method: form ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${process.env['STRIPE_SECRET_KEY']}` },
    body: form ? new URLSearchParams(form) : null,
  });
  return (await response.json()) as { id?: string; payment_status?: string };
};

function createBooking({ body, user }: Call) {
  const email = user();
  const service = services.find(({ id }) => id === body['service_id']);
  if (!service) throw new Refusal(400, 'No such service.');
  const slot = body['slot'] as { date: string; time: string } | null;
  if (service.is_hourly && !slot) throw new Refusal(400, 'A time is missing.');
  const start = slot && `${slot.date}T${slot.time}:00Z`;
  const other = start ? memory.taken(start) : undefined;
  if (other && (other.status !== 'pending' || other.email !== email))
    throw new Refusal(409, 'Somebody was faster.');
  const booking: Booking = {
    id: other?.id ?? state.bookings.length + 1,
    email,
    service,
    quantity: Number(body['quantity']),
    start,
    contact: text(body, 'contact_info'),
    details: text(body, 'details'),
    notes: '',
    status: 'pending',
    paymentSession: null,
    reviewed: false,
  };
  state.bookings = [...state.bookings.filter(({ id }) => id !== booking.id), booking];
  memory.save();
  return { booking_id: booking.id };
}

async function createCheckout({ body }: Call) {
  const booking = findBooking(body['booking_id']);
  const { id } = await stripe('', {
    mode: 'payment',
    'line_items[0][quantity]': String(booking.quantity),
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': String(booking.service.rate * 100),
    'line_items[0][price_data][product_data][name]': booking.service.label,
    success_url: `${process.env['SITE_URL']}/booking-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${process.env['SITE_URL']}/booking-cancelled`,
  });
  booking.paymentSession = id ?? null;
  memory.save();
  return { sessionId: id };
}

async function successInfo({ query, user }: Call) {
  const email = user();
  const session = query.get('session_id');
  const booking = state.bookings.find(
    ({ paymentSession, email: owner }) => paymentSession === session && owner === email,
  );
  if (!booking) throw new Refusal(404, 'No such payment.');
  if ((await stripe(`/${session}`)).payment_status !== 'paid')
    return { error: 'The payment is not complete.' };
  if (booking.status === 'pending') booking.status = 'confirmed';
  memory.save();
  return { booking_id: booking.id };
}

/** Returns the coach's view of a booking, without empty fields. */
const toCoachView = ({
  id,
  start,
  quantity,
  service,
  contact,
  details,
  notes,
  status,
}: Booking) => ({
  id,
  ...(start && { session_time: start, duration_minutes: quantity * 60 }),
  service: { name: service.label },
  contact_info: contact,
  details,
  ...(notes && { notes }),
  status,
});

const routes: Record<string, Answer> = {
  'GET /api/me/': ({ user }) => ({ name: user() }),
  'POST /api/token/': ({ body }) => {
    const email = text(body, 'username');
    if (!body['recaptcha']) throw new Refusal(400, 'No verification.');
    if (state.passwords[email] !== body['password'])
      throw new Refusal(401, 'No active account found with the given credentials');
    return memory.open(email);
  },
  'POST /api/token/refresh/': ({ body }) => {
    const email = state.refresh[String(body['refresh'])];
    if (!email) throw new Refusal(401, 'Token is invalid or expired');
    delete state.refresh[String(body['refresh'])];
    return memory.open(email);
  },
  'POST /api/register/': ({ body }) => {
    state.passwords[text(body, 'email')] ??= text(body, 'password');
    memory.save();
    return {};
  },
  'POST /api/auth/password-reset/': () => ({}),
  'POST /api/auth/password-reset-confirm/': () => {
    throw new Refusal(400, '');
  },
  'GET /api/coaches/{id}/': ({ id }) => {
    if (id !== '1') throw new Refusal(404, 'No such coach.');
    return coach;
  },
  'GET /api/coaches/{id}/services/': ({ id }) => (id === '1' ? services : []),
  'GET /api/coach/{id}/available-slots/': ({ query }) => ({
    available_slots: memory.freeStarts(query.get('date') ?? '').map((start) => ({ start })),
  }),
  'GET /api/reviews/by-coach/{id}/': () => state.reviews,
  'POST /api/create-booking/': createBooking,
  'POST /api/create-checkout-session/': createCheckout,
  'GET /api/stripe/success-info/': successInfo,
  'GET /api/oauth/discord/start/': () => ({ error: 'The chat server is closed today.' }),
  'GET /api/bookings/': ({ user }) => {
    user();
    return state.bookings.filter(({ status }) => status !== 'pending').map(toCoachView);
  },
  'PATCH /api/bookings/{id}/status/': ({ id, body, user }) => {
    user();
    findBooking(id).status = text(body, 'status') as Booking['status'];
    memory.save();
  },
  'PATCH /api/bookings/{id}/notes/': ({ id, body, user }) => {
    user();
    findBooking(id).notes = String(body['notes']);
    memory.save();
  },
  'GET /api/my-sessions/': ({ user }) => {
    const email = user();
    const sessions = state.bookings.filter(
      (booking) => booking.email === email && booking.status !== 'pending',
    );
    return sessions.map(({ id, start, quantity, status, reviewed }) => ({
      id,
      coach_name: coach.name,
      session_time: start,
      duration_minutes: quantity * 60,
      status,
      has_review: reviewed,
    }));
  },
  'POST /api/reviews/': ({ body, user }) => {
    user();
    findBooking(body['booking']).reviewed = true;
    const rating = Number(body['rating']);
    state.reviews.push({
      id: state.reviews.length + 1,
      reviewer_name: text(body, 'reviewer_name'),
      comment: String(body['comment']),
      rating,
    });
    memory.save();
  },
};

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {};
}

async function handle(request: IncomingMessage): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
  const id =
    /^\/api\/(?:coach(?:es)?|bookings|reviews\/by-coach)\/([^/]+)\//.exec(pathname)?.[1] ?? '';
  const route =
    routes[`${request.method} ${id ? pathname.replace(`/${id}/`, '/{id}/') : pathname}`];
  if (!route) throw new Refusal(404, 'Not found.');
  const user = () => {
    const owner = memory.owner(request.headers.authorization);
    if (!owner) throw new Refusal(401, 'Given token not valid for any token type');
    return owner;
  };
  const answer = await route({ id, query: searchParams, body: await readBody(request), user });
  const limit = searchParams.get('limit');
  return Array.isArray(answer) && limit ? answer.slice(0, Number(limit)) : answer; // without a next page
}

createServer((request, response) => {
  const headers = {
    'access-control-allow-origin': request.headers.origin ?? '*',
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-allow-methods': 'GET, POST, PATCH',
    'content-type': 'application/json',
  };
  if (request.method === 'OPTIONS') return response.writeHead(204, headers).end();
  handle(request).then(
    (body) => response.writeHead(200, headers).end(JSON.stringify(body ?? null)),
    (error: unknown) => {
      const status = error instanceof Refusal ? error.status : 500;
      response
        .writeHead(status, headers)
        .end(JSON.stringify({ detail: error instanceof Error ? error.message : 'Error.' }));
    },
  );
}).listen(Number(process.env['API_PORT']));
