import { type ApiClient, type ApiRequest, isApiError } from '@carry/remote-kit';
import { read, type Slots, slots } from '@carry/remote-kit/answers';

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
export async function getSlots(
  api: ApiClient,
  { coachId, date, signedIn }: SlotsQuery,
  signal: AbortSignal,
): Promise<DayAnswer> {
  const path =
    `/api/coach/${encodeURIComponent(coachId)}/available-slots/?date=${date}&duration=${SLOT_MINUTES}` as const;
  const ask = async (request: ApiRequest) =>
    parse(await read(slots, api.get(path, { ...request, signal })), request.bearer === true);
  if (!signedIn) return ask({});
  return ask({ bearer: true }).catch((error: unknown) => {
    if (!isApiError(error) || error.code === 'aborted') throw error;
    return ask({});
  });
}

function parse({ available_slots, max_piece_minutes }: Slots, named: boolean): DayAnswer {
  const knows = max_piece_minutes !== undefined && max_piece_minutes >= SLOT_MINUTES;
  return {
    starts: available_slots.map(({ start, room_minutes }) => ({
      time: start,
      roomMinutes: room_minutes,
    })),
    maxPieceMinutes: knows ? max_piece_minutes : DEFAULT_MAX_PIECE_MINUTES,
    personal: named && knows,
  };
}
