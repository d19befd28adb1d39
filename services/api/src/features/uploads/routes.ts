import type { PictureCrop } from '@carry/contracts/api';
import { eq } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { coaches } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import type { Handler, Handlers } from '../../core/http/handler';
import { ConcurrencyLimiter } from '../../core/process/concurrency-limiter';
import { attemptPortrait } from '../accounts/rate-limits';
import { lockOwnCoach, ownCoach } from '../coaches/own';
import { profileOf } from '../coaches/profile';
import { encodePortrait } from './encode';
import { removePortrait, saveFiles } from './files';

/** Encoding takes seconds of a processor and up to 250 MB. */
const encoding = new ConcurrencyLimiter({
  atOnce: 2,
  maxWaiting: 16,
  refusal: 'Many pictures are being uploaded right now. Please try again in a minute.',
});

/** Encodes and stores a picture before the profile names it. */
async function storePortrait(
  deps: Dependencies,
  coachId: number,
  { picture, crop }: { picture: string; crop?: PictureCrop | undefined },
) {
  const { name, files } = await encoding.run(() =>
    encodePortrait(coachId, Buffer.from(picture, 'base64'), crop),
  );
  await saveFiles(deps, files);
  return name;
}

/** Names the portrait in the profile. Resolves with the one before. */
const usePortrait = (deps: Dependencies, userId: number, portrait: string | null) =>
  transact(deps.db, async (tx) => {
    const { id, portrait: before } = await lockOwnCoach(tx, userId);
    const [coach] = await tx
      .update(coaches)
      .set({ portrait })
      .where(eq(coaches.id, id))
      .returning();
    if (!coach) throw new Error('the query returned no coach');
    return { before, profile: await profileOf(deps, tx, coach) };
  });

const setPortrait: Handler<'POST /api/coach/portrait/'> = async (deps, { userId, body }) => {
  const { id } = await ownCoach(deps.db, userId);
  if (body.picture !== null) await attemptPortrait(deps.db, deps.now(), userId);
  const { picture, crop } = body;
  const portrait = picture === null ? null : await storePortrait(deps, id, { picture, crop });
  const remove = (what: string, name: string) =>
    deps.background.later(`removing ${what} portrait`, () => removePortrait(deps, name));
  const { before, profile } = await usePortrait(deps, userId, portrait).catch((error: unknown) => {
    if (portrait !== null) remove('an unused', portrait);
    throw error;
  });
  if (before !== null) remove('a replaced', before);
  return profile;
};

export const uploadHandlers = {
  'POST /api/coach/portrait/': setPortrait,
} satisfies Partial<Handlers>;
