import { additive, list, matching, number, type Of, object, text } from './shape';

/** `GET /api/coach/{id}/available-slots/`; `start` is HH:MM in UTC. */
export const slots = object({
  available_slots: list(
    object({
      start: matching(/^([01]\d|2[0-3]):[0-5]\d/),
      /** Free minutes from this start, up to `max_piece_minutes`. */
      room_minutes: additive(number(0)),
      held_until: additive(text),
    }),
  ),
  now: additive(text),
  /** Longest continuous part of a booking, in minutes. */
  max_piece_minutes: additive(number(1)),
});
export type Slots = Of<typeof slots>;
