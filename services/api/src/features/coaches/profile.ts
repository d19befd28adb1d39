import { isDeepStrictEqual } from 'node:util';
import type { Profile, ProfileChange } from '@carry/contracts/api';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { coaches, services } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { ownCoach, publicPage } from './coach-lookup';
import { checkedIntroduction, introductionChoices } from './introduction-change';
import { assertUnchanged, type Seen } from './optimistic-lock';
import { getPortrait, listGallery, pictureOrigins, pictureUrl, storedPicture } from './pictures';

type Coach = typeof coaches.$inferSelect;
type Offered = ProfileChange['services'];

export const offeredServices = (db: Database, coachId: number) =>
  db
    .select()
    .from(services)
    .where(and(eq(services.coachId, coachId), isNull(services.retiredAt)))
    .orderBy(asc(services.position));

export async function readProfile(
  { config }: Pick<Dependencies, 'config'>,
  db: Database,
  coach: Coach,
): Promise<Profile> {
  const offered = await offeredServices(db, coach.id);
  return {
    name: coach.name,
    description: coach.description,
    image_url: coach.imagePath && pictureUrl(config, coach.imagePath),
    special_offer: coach.specialOffer,
    rank_images: coach.rankImages.map(({ path, alt }) => ({ url: pictureUrl(config, path), alt })),
    services: offered.map(({ id, label, rateCents, isHourly }) => ({
      id,
      label,
      rate: rateCents / 100,
      is_hourly: isHourly,
    })),
    picture_origins: pictureOrigins(config),
    meeting_url: coach.meetingUrl,
    games: coach.games,
    languages: coach.languages,
    country: coach.country,
    clip: coach.clip,
    gallery: listGallery(config, coach).map(({ url, alt }) => ({ url, alt })),
    portrait_url: getPortrait(config, coach.portrait)?.url ?? null,
    public_page: publicPage(coach),
    choices: introductionChoices,
  };
}

const getProfile: Handler<'GET /api/coach/profile/'> = async (deps, { userId }) =>
  readProfile(deps, deps.db, await ownCoach(deps.db, userId));

const keptPictures = (
  config: Pick<Dependencies['config'], 'url'>,
  coach: Coach,
  kept: readonly { url: string; alt: string }[],
) => {
  const urls = listGallery(config, coach).map(({ url }) => url);
  const places = kept.map(({ url }) => urls.indexOf(url));
  if (places.includes(-1) || new Set(places).size < places.length)
    throw new Problem(400, 'Your pictures have changed in the meantime. Please reload the page.');
  return kept.map(({ alt }, index) => ({
    name: coach.gallery[places[index] ?? 0]?.name ?? '',
    alt,
  }));
};

/** Returns the change with the ids of the stored services if it has the same ones, as a repeated save of new services does. */
function withStoredIds(change: Change, stored: Profile['services']): Change {
  const isSame =
    change.services?.length === stored.length &&
    change.services.every((service, index) => {
      const id = stored[index]?.id;
      return isDeepStrictEqual({ ...service, id }, stored[index]);
    });
  return isSame ? { ...change, services: stored } : change;
}

/** Returns the change with the values that the profile shows after it. */
function asShown(config: Dependencies['config'], coach: Coach, change: Change): Change {
  const uploaded = coach.rankImages.map(({ path }) => path);
  const show = (url: string) => pictureUrl(config, storedPicture(config, url, uploaded));
  const { image_url, rank_images } = change;
  return {
    ...change,
    ...checkedIntroduction(config, change),
    ...(image_url && { image_url: show(image_url) }),
    ...(rank_images && {
      rank_images: rank_images.map(({ url, alt }) => ({ url: show(url), alt })),
    }),
  };
}

/** Throws 409 if a value differs from `seen`, unless it equals the requested one. */
export async function changeProfile(
  deps: Pick<Dependencies, 'config' | 'now'> & { tx: Database },
  coach: Coach,
  { seen, ...request }: Change & { seen?: Seen<Profile> },
): Promise<Coach> {
  const current = await readProfile(deps, deps.tx, coach);
  const change = asShown(deps.config, coach, withStoredIds(request, current.services));
  assertUnchanged(current, { seen, change });
  return storeChange(deps, coach, change);
}

async function storeChange(
  { config, now, tx }: Pick<Dependencies, 'config' | 'now'> & { tx: Database },
  coach: Coach,
  {
    services: offered,
    image_url,
    rank_images,
    gallery,
    special_offer,
    meeting_url,
    ...words
  }: Change,
): Promise<Coach> {
  const pictures = {
    ...(image_url !== undefined && { imagePath: image_url && storedPicture(config, image_url) }),
    ...(rank_images && {
      rankImages: rank_images.map(({ url, alt }) => ({
        path: storedPicture(
          config,
          url,
          coach.rankImages.map(({ path }) => path),
        ),
        alt,
      })),
    }),
    ...(gallery && { gallery: keptPictures(config, coach, gallery) }),
    ...(special_offer !== undefined && { specialOffer: special_offer }),
    ...(meeting_url !== undefined && { meetingUrl: meeting_url }),
  };
  const [changed] = await tx
    .update(coaches)
    .set({ ...words, ...checkedIntroduction(config, words), ...pictures, id: coach.id })
    .where(eq(coaches.id, coach.id))
    .returning();
  if (!changed) throw new Error('the query returned no coach');
  if (offered) await offer(tx, { coachId: coach.id, offered, now: now() });
  return changed;
}

type Change = { [Name in keyof ProfileChange]?: ProfileChange[Name] | undefined };

/** Throws 400 for a change that removes a coach's last service. */
function assertServicesLeft(offered: Offered, storedCount: number): void {
  if (offered.length === 0 && storedCount > 0)
    throw new Problem(400, 'Please keep at least one service.');
}

/** Replaces a coach's services, in order. A changed service becomes a new row; bookings keep the old one. */
async function offer(
  tx: Database,
  { coachId, offered, now }: { coachId: number; offered: Offered; now: Date },
): Promise<void> {
  const before = new Map(
    (await offeredServices(tx, coachId)).map((service) => [service.id, service]),
  );
  assertServicesLeft(offered, before.size);
  const unchanged = new Set<number>();
  for (const [position, { id, label, rate, is_hourly: isHourly }] of offered.entries()) {
    const rateCents = Math.round(rate * 100);
    const old = id === null ? undefined : before.get(id);
    if (id !== null && (!old || unchanged.has(id)))
      throw new Problem(409, 'Your services have changed in the meantime. Please reload the page.');
    if (old?.label === label && old.rateCents === rateCents && old.isHourly === isHourly) {
      unchanged.add(old.id);
      await tx.update(services).set({ position }).where(eq(services.id, old.id));
    } else {
      const slug = old?.label === label ? old.slug : toSlug(label);
      await tx.insert(services).values({ coachId, slug, label, rateCents, isHourly, position });
    }
  }
  const retired = [...before.keys()].filter((id) => !unchanged.has(id));
  if (retired.length > 0)
    await tx.update(services).set({ retiredAt: now }).where(inArray(services.id, retired));
}

const toSlug = (label: string) =>
  label
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '') || 'service';

export const profileHandlers = {
  'GET /api/coach/profile/': getProfile,
} satisfies Partial<Handlers>;
