import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { demo } from 'api/demo';

export interface Booking {
  id: number;
  email: string;
  service: { label: string; rate: number; is_hourly: boolean };
  quantity: number;
  /** ISO 8601. Null for a service without a time. */
  start: string | null;
  contact: string;
  details: string;
  notes: string;
  status: 'pending' | 'confirmed' | 'cancelled' | 'completed';
  paymentSession: string | null;
  reviewed: boolean;
}

interface State {
  passwords: Record<string, string>;
  /** User of each single-use refresh token. */
  refresh: Record<string, string>;
  bookings: Booking[];
  reviews: { id: number; reviewer_name: string; comment: string; rating: number }[];
}

const ACCESS_SECONDS = 600;
const HOUR_MS = 3_600_000;
const secret = process.env['JWT_SECRET'] ?? '';
const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** State in a file that is written after each change, so that it survives a crash. */
export class Memory {
  private readonly file: string;
  readonly state: State;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.file = path.join(folder, 'second-server.json');
    this.state = existsSync(this.file)
      ? JSON.parse(readFileSync(this.file, 'utf8'))
      : {
          passwords: {
            [demo.student.email]: demo.student.password,
            [demo.coach.email]: demo.coach.password,
          },
          refresh: {},
          bookings: [],
          reviews: Array.from({ length: 12 }, (_, n) => ({
            id: n + 1,
            reviewer_name: `Student ${n + 1}`,
            comment: 'Two ranks in a month.',
            rating: 5 - (n % 2),
          })),
        };
  }

  save(): void {
    writeFileSync(this.file, JSON.stringify(this.state));
  }

  open(email: string): { access: string; refresh: string } {
    const claims = `${encode({ alg: 'HS256' })}.${encode({ sub: email, exp: Math.floor(Date.now() / 1000) + ACCESS_SECONDS })}`;
    const refresh = randomBytes(16).toString('hex');
    this.state.refresh[refresh] = email;
    this.save();
    return { access: `${claims}.${sign(claims)}`, refresh };
  }

  /** Returns the user of an access token, or null if it is missing, forged or expired. */
  owner(authorization: string | undefined): string | null {
    const [head, body, signature] = (authorization ?? '').replace(/^Bearer /, '').split('.');
    if (!head || !body || signature !== sign(`${head}.${body}`)) return null;
    const { sub, exp } = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
      sub: string;
      exp: number;
    };
    return exp * 1000 > Date.now() ? sub : null;
  }

  /** Returns free future starts of a UTC day, 9 to 21 o'clock. */
  freeStarts(date: string): string[] {
    const hours = Array.from(
      { length: 12 },
      (_, hour) => `${String(hour + 9).padStart(2, '0')}:00`,
    );
    return hours.filter(
      (start) =>
        Date.parse(`${date}T${start}Z`) > Date.now() && !this.taken(`${date}T${start}:00Z`),
    );
  }

  taken(start: string): Booking | undefined {
    const at = Date.parse(start);
    return this.state.bookings.find(({ status, start: other, quantity }) => {
      if (status === 'cancelled' || !other) return false;
      const begins = Date.parse(other);
      return at >= begins && at < begins + quantity * HOUR_MS;
    });
  }
}
