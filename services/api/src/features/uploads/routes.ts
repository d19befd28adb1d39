import type { PictureCrop } from '@carry/contracts/api';
import { MAX_GALLERY, MAX_RANKS } from '@carry/contracts/limits';
import { eq } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { coaches } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { ConcurrencyLimiter } from '../../core/process/concurrency-limiter';
import { attemptPortrait } from '../accounts/rate-limits';
import { lockOwnCoach, ownCoach } from '../coaches/coach-lookup';
import { uploadedPath } from '../coaches/pictures';
import { changeProfile, readProfile } from '../coaches/profile';
import { type EncodedPicture, encodeGallery, encodePortrait, encodeRank } from './encode';
import { removeFiles, removeUnreferenced, saveFiles } from './files';

/** Encoding takes seconds of a processor and up to 250 MB. */
const encoding = new ConcurrencyLimiter({
  atOnce: 2,
  maxWaiting: 16,
  refusal: 'Many pictures are being uploaded right now. Please try again in a minute.',
});

type Coach = typeof coaches.$inferSelect;
type Pictures = Partial<Pick<Coach, 'portrait' | 'gallery' | 'rankImages'>>;
interface Upload {
  picture: string;
  crop?: PictureCrop | undefined;
}

async function namePictures(
  deps: Dependencies,
  userId: number,
  change: (coach: Coach) => Pictures,
) {
  const { before, after, profile } = await transact(deps.db, async (tx) => {
    const before = await lockOwnCoach(tx, userId);
    const [after] = await tx
      .update(coaches)
      .set(change(before))
      .where(eq(coaches.id, before.id))
      .returning();
    if (!after) throw new Error('the query returned no coach');
    return { before, after, profile: await readProfile(deps, tx, after) };
  });
  removeUnreferenced(deps, { before, after });
  return profile;
}

async function addPicture(
  deps: Dependencies,
  userId: number,
  {
    encode,
    change,
  }: { encode(): Promise<EncodedPicture>; change(name: string, coach: Coach): Pictures },
) {
  await attemptPortrait(deps.db, deps.now(), userId);
  const { name, files } = await encoding.run(encode);
  await saveFiles(deps, files);
  return namePictures(deps, userId, (coach) => change(name, coach)).catch((error: unknown) => {
    const unused = files.map(([file]) => file);
    deps.background.later('removing an unused picture', () => removeFiles(deps, unused));
    throw error;
  });
}

const decode = ({ picture }: Upload) => Buffer.from(picture, 'base64');

const setPortrait: Handler<'POST /api/coach/portrait/'> = async (deps, { userId, body }) => {
  const { id } = await ownCoach(deps.db, userId);
  const { picture, crop } = body;
  if (picture === null) return namePictures(deps, userId, () => ({ portrait: null }));
  return addPicture(deps, userId, {
    encode: () => encodePortrait(id, decode({ picture }), crop),
    change: (portrait) => ({ portrait }),
  });
};

function assertRoom(pictures: readonly unknown[], max: number): void {
  if (pictures.length >= max)
    throw new Problem(409, `You have ${max} pictures here already. Remove one first.`);
}

const uploadPicture: Handler<'POST /api/coach/pictures/'> = async (deps, { userId, body }) => {
  const { id, gallery, rankImages } = await ownCoach(deps.db, userId);
  const { use, alt, crop } = body;
  if (use === 'gallery') {
    assertRoom(gallery, MAX_GALLERY);
    return addPicture(deps, userId, {
      encode: () => encodeGallery(id, decode(body), crop),
      change(name, { gallery }) {
        assertRoom(gallery, MAX_GALLERY);
        return { gallery: [...gallery, { name, alt }] };
      },
    });
  }
  assertRoom(rankImages, MAX_RANKS);
  return addPicture(deps, userId, {
    encode: () => encodeRank(id, decode(body), crop),
    change(file, { rankImages }) {
      assertRoom(rankImages, MAX_RANKS);
      return { rankImages: [...rankImages, { path: uploadedPath(file), alt }] };
    },
  });
};

const setProfile: Handler<'PATCH /api/coach/profile/'> = async (deps, { userId, body }) => {
  const { before, after, profile } = await transact(deps.db, async (tx) => {
    const before = await lockOwnCoach(tx, userId);
    const after = await changeProfile({ ...deps, tx }, before, body);
    return { before, after, profile: await readProfile(deps, tx, after) };
  });
  removeUnreferenced(deps, { before, after });
  return profile;
};

export const uploadHandlers = {
  'PATCH /api/coach/profile/': setProfile,
  'POST /api/coach/portrait/': setPortrait,
  'POST /api/coach/pictures/': uploadPicture,
} satisfies Partial<Handlers>;
