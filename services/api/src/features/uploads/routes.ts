import type { PictureCrop } from '@carry/contracts/api';
import { eq } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { coaches } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import type { Handler, Handlers } from '../../core/http/handler';
import { attemptPortrait } from '../accounts/rate-limits';
import { lockOwnCoach, ownCoach } from '../coaches/own';
import { profileOf } from '../coaches/profile';
import { encodePortrait } from './encode';
import { removePortrait, saveFiles } from './files';

/** Encodes and stores a picture before the profile names it. */
async function storePortrait(
  deps: Dependencies,
  coachId: number,
  { picture, crop }: { picture: string; crop?: PictureCrop | undefined },
) {
  const { name, files } = await encodePortrait(coachId, Buffer.from(picture, 'base64'), crop);
  await saveFiles(deps.config, files);
  return name;
}

const setPortrait: Handler<'POST /api/coach/portrait/'> = async (deps, { userId, body }) => {
  const { id } = await ownCoach(deps.db, userId);
  if (body.picture !== null) await attemptPortrait(deps.db, deps.now(), userId);
  const { picture, crop } = body;
  const portrait = picture === null ? null : await storePortrait(deps, id, { picture, crop });
  const { before, profile } = await transact(deps.db, async (tx) => {
    const { portrait: before } = await lockOwnCoach(tx, userId);
    const [coach] = await tx
      .update(coaches)
      .set({ portrait })
      .where(eq(coaches.id, id))
      .returning();
    if (!coach) throw new Error('the query returned no coach');
    return { before, profile: await profileOf(deps, tx, coach) };
  });
  if (before !== null && before !== portrait)
    deps.background.later('removing a replaced portrait', () =>
      removePortrait(deps.config, before),
    );
  return profile;
};

export const uploadHandlers = {
  'POST /api/coach/portrait/': setPortrait,
} satisfies Partial<Handlers>;
