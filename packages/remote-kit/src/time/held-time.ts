/** Length of a booking. The API holds a longer one only in part; servers that omit `held_minutes` hold all of it. */
export interface BookedTime {
  duration_minutes?: number | null | undefined;
  held_minutes?: number | null | undefined;
}

export const getHeldMinutes = ({ duration_minutes, held_minutes }: BookedTime): number =>
  held_minutes ?? duration_minutes ?? 0;

/** Formats the length of a booking: "60 minutes", or "120 of 240 minutes" if a part is still to be arranged; null without a length. */
export function formatMinutes(booking: BookedTime, unit = 'minutes'): string | null {
  const [minutes, heldMinutes] = [booking.duration_minutes ?? 0, getHeldMinutes(booking)];
  if (minutes <= 0) return null;
  return heldMinutes < minutes ? `${heldMinutes} of ${minutes} ${unit}` : `${minutes} ${unit}`;
}

const rest = {
  student: (time: string) => `Your coach will message you to arrange the remaining ${time}.`,
  coach: (time: string) => `Please message your student to arrange the remaining ${time}.`,
};

/** Describes who arranges the rest of a booking; null if all of it is held. */
export function describeRest(booking: BookedTime, reader: keyof typeof rest): string | null {
  const minutes = (booking.duration_minutes ?? 0) - getHeldMinutes(booking);
  if (minutes <= 0) return null;
  const hours = minutes / 60;
  if (!Number.isInteger(hours)) return rest[reader](`${minutes} minutes`);
  return rest[reader](hours === 1 ? 'hour' : `${hours} hours`);
}
