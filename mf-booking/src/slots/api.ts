import type { Slots } from 'contracts/api';
import { type ApiClient, type ApiRequest, isApiError } from 'contracts/shell';

/** What the specification asks for; a longer session needs several of these in a row. */
export const SLOT_MINUTES = 60;
/** Up to so long a session is held in one piece, unless the server says otherwise. */
const DEFAULT_MAX_PIECE_MINUTES = 120;

export interface Start {
  /** HH:MM in UTC, as the server writes it. */
  time: string;
  /** How long a session may be that begins here; undefined where the server does not say. */
  roomMinutes: number | undefined;
}

export interface DayAnswer {
  starts: Start[];
  maxPieceMinutes: number;
  /** The server knew who asks: what that student holds is among the starts, and times at which they are elsewhere are not. */
  personal: boolean;
}

export interface SlotsQuery {
  coachId: string;
  date: string;
  signedIn: boolean;
}

/** The free starts of a UTC day. A signed-in student is named where the server lets them; the specification's call carries no token. */
export async function getSlots(api: ApiClient, { coachId, date, signedIn }: SlotsQuery, signal: AbortSignal): Promise<DayAnswer> {
  const path = `/api/coach/${encodeURIComponent(coachId)}/available-slots/?date=${date}&duration=${SLOT_MINUTES}`;
  const read = async (request: ApiRequest) => parse(await api.get<Slots>(path, { ...request, signal }), request.bearer === true);
  if (!signedIn) return read({});
  return read({ bearer: true }).catch((error: unknown) => {
    if (!isApiError(error) || error.code === 'aborted') throw error;
    return read({});
  });
}

function parse({ available_slots, max_piece_minutes }: Slots, named: boolean): DayAnswer {
  if (!available_slots.every(({ start }) => /^([01]\d|2[0-3]):[0-5]\d/.test(start))) throw new TypeError('a start is not HH:MM');
  const knows = typeof max_piece_minutes === 'number' && max_piece_minutes >= SLOT_MINUTES;
  return {
    starts: available_slots.map(({ start, room_minutes }) => ({
      time: start,
      roomMinutes: typeof room_minutes === 'number' ? room_minutes : undefined,
    })),
    maxPieceMinutes: knows ? max_piece_minutes : DEFAULT_MAX_PIECE_MINUTES,
    personal: named && knows,
  };
}
