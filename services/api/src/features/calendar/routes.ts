import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Dependencies } from '../../core/context/dependencies';
import { bookings } from '../../core/db/schema';
import { notFound } from '../../core/errors/problem';
import { isSigned } from '../../core/http/signed';
import { partiesOf } from '../people/parties';
import { eventOf } from './event';
import { calendarName, type Reader } from './url';

const MAX_ID = 2 ** 31 - 1;
const readers: readonly Reader[] = ['student', 'coach'];
const inCalendars: ReadonlySet<string> = new Set(['confirmed', 'completed', 'cancelled']);

/** Calendar files. Calendar apps call them, so they are outside the contract. */
export function calendarRoutes(deps: Dependencies) {
  const { db, config, now } = deps;
  return new Hono().get('/calendar/:id{\\d{1,10}}/:signature/session.ics', async (context) => {
    const { id: digits, signature } = context.req.param();
    const id = Number(digits);
    const reader = readers.find((one) => isSigned(config, calendarName(id, one), signature));
    if (id > MAX_ID || !reader) throw notFound();
    const [booking] = await db.select().from(bookings).where(eq(bookings.id, id));
    if (!booking || !inCalendars.has(booking.status)) throw notFound();
    const entry = { ...booking, ...(await partiesOf(db, booking)), reader };
    const file = eventOf(config, entry, now());
    if (!file) throw notFound();
    return context.body(file, 200, {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="session-${id}.ics"`,
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
    });
  });
}
