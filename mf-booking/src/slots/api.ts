import { type ApiClient, type ApiRequest, isApiError } from '@carry/remote-kit';
import { read, type Slots, slots } from '@carry/remote-kit/answers';
import { SLOT_MINUTES } from '@carry/remote-kit/windows';

/** A longer session is split over several days, unless the server sends `max_piece_minutes`. */
const DEFAULT_MAX_PIECE_MINUTES = 120;

export interface Start {
  /** HH:MM in UTC, as sent by the server. */
  time: string;
  /** Longest session that fits at this start. Undefined if the server omits it. */
  freeMinutes: number | undefined;
}

export interface DayAnswer {
  starts: Start[];
  maxPieceMinutes: number;
  /** The response is for the signed-in student: it includes the slots they hold and omits their other sessions. */
  personal: boolean;
}

export interface SlotsQuery {
  coachId: string;
  date: string;
  signedIn: boolean;
}

/** Returns the available starts of a UTC day. Retries without a token, as specified, if the server rejects it. */
export async function getSlots(
  api: ApiClient,
  { coachId, date, signedIn }: SlotsQuery,
  signal?: AbortSignal,
): Promise<DayAnswer> {
  const path =
    `/api/coach/${encodeURIComponent(coachId)}/available-slots/?date=${date}&duration=${SLOT_MINUTES}` as const;
  const ask = async (request: ApiRequest) =>
    parse(
      await read(slots, api.get(path, { ...request, ...(signal && { signal }) })),
      request.bearer === true,
    );
  if (!signedIn) return ask({});
  return ask({ bearer: true }).catch((error: unknown) => {
    if (!isApiError(error) || error.code === 'aborted') throw error;
    return ask({});
  });
}

/** Keeps the first slot of each minute: a server with several calendars may repeat one. */
const withoutRepeated = (slots: Slots['available_slots']) => {
  const minutes = slots.map(({ start }) => start.slice(0, 5));
  return slots.filter((_, index) => minutes.indexOf(minutes[index] ?? '') === index);
};

function parse({ available_slots, max_piece_minutes }: Slots, authenticated: boolean): DayAnswer {
  const isExtended = max_piece_minutes !== undefined && max_piece_minutes >= SLOT_MINUTES;
  return {
    starts: withoutRepeated(available_slots).map(({ start, room_minutes }) => ({
      time: start,
      freeMinutes: room_minutes,
    })),
    maxPieceMinutes: isExtended ? max_piece_minutes : DEFAULT_MAX_PIECE_MINUTES,
    personal: authenticated && isExtended,
  };
}
