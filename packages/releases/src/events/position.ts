import { z } from 'zod';

/** Previews have no revision, so their entries are remembered by id for this long, whatever the clocks of their writers. */
const WINDOW_MS = 60 * 60_000;

export const position = z.object({
  live: z.number().int().nonnegative(),
  site: z.number().int().nonnegative(),
  /** Entries of previews up to this time are before the position, ms since the epoch. */
  floor: z.number().int().nonnegative(),
  /** Later entries of previews that are before the position. */
  previews: z.array(z.string()),
});
export type Position = z.infer<typeof position>;

export interface AuditName {
  path: string;
  kind: 'live' | 'site' | 'preview';
  /** Revision of the live or the site document; 0 for previews. */
  revision: number;
  /** Time in the name, ms since the epoch. */
  at: number;
}

const NAME = /^audit\/(?:(\d{8})-)?(\d{4}-\d\d-\d\dT[\d-]+Z)(?:-(\d{8}))?-[a-z-]+\.json$/;

export function parseAuditName(path: string): AuditName | null {
  const [, live, time = '', site] = NAME.exec(path) ?? [];
  const at = parseTime(time);
  if (Number.isNaN(at)) return null;
  const kind = live ? 'live' : site ? 'site' : 'preview';
  return { path, kind, revision: Number(live ?? site ?? 0), at };
}

const parseTime = (time: string): number =>
  Date.parse(
    time.replace(/T(\d\d)-(\d\d)-(\d\d)(?:-(\d+))?Z$/, 'T$1:$2:$3.$4Z').replace('.Z', 'Z'),
  );

export const previewId = ({ path }: Pick<AuditName, 'path'>): string =>
  `preview-${path.slice('audit/'.length, -'.json'.length)}`;

const getTime = (id: string): number =>
  parseAuditName(`audit/${id.slice('preview-'.length)}.json`)?.at ?? 0;

/** Returns the floor; one in the future, from a writer with a fast clock, would hide all previews until then. */
const soundFloor = ({ floor }: Position, now: number): number =>
  floor > now ? now - WINDOW_MS : floor;

export const isNewPreview = (name: AuditName, position: Position, now = Date.now()): boolean =>
  name.at > soundFloor(position, now) && !position.previews.includes(previewId(name));

/** Moves past these entries. An entry from a fast clock is remembered until its time, so that it does not hide others. */
export function passPreviews(
  before: Position,
  names: readonly AuditName[],
  now = Date.now(),
): Position {
  const newest = Math.max(0, ...names.map(({ at }) => at));
  const floor = Math.max(soundFloor(before, now), Math.min(newest, now) - WINDOW_MS);
  const previews = [...before.previews, ...names.map(previewId)];
  return { ...before, floor, previews: previews.filter((id) => getTime(id) > floor) };
}

/** Returns a position as a text for `Last-Event-ID`. Previews are ordered by the clocks of their writers; those from the future come again. */
export function encodePosition(position: Position, now = Date.now()): string {
  const passed = position.previews.map(getTime).filter((at) => at <= now);
  return [position.live, position.site, Math.max(soundFloor(position, now), ...passed)].join('.');
}

export function decodePosition(text: string): Position | null {
  if (!/^\d{1,15}\.\d{1,15}\.\d{1,15}$/.test(text)) return null;
  const [live = 0, site = 0, floor = 0] = text.split('.').map(Number);
  return { live, site, floor, previews: [] };
}
