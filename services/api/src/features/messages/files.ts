import { randomBytes } from 'node:crypto';
import { MAX_FILE_BYTES } from '@carry/contracts/limits';
import { and, eq, isNotNull, or, sum } from 'drizzle-orm';
import type { Context } from 'hono';
import { stream as streamed } from 'hono/streaming';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { messageFiles } from '../../core/db/schema';
import { notFound, Problem } from '../../core/errors/problem';
import { TooLarge, type WrittenFile } from '../../core/files/file-store';
import type { Handler } from '../../core/http/handler';
import { ConcurrencyLimiter } from '../../core/process/concurrency-limiter';
import { describeError, log } from '../../core/process/log';
import { attemptUpload } from '../accounts/rate-limits';
import { assertWritable, requireParty } from '../people/party';
import { detectFormat } from '../uploads/containers';
import { removeMetadata } from '../uploads/encode';
import { ACCEPTED, isAcceptedName, isContentOf, safeName } from './file-kinds';

const MAX_BOOKING_BYTES = 25 * MAX_FILE_BYTES;

const OPTIONS = { maxBytes: MAX_FILE_BYTES, type: 'application/octet-stream' };

/** Many may wait, because they do so in the file store, not in memory. */
const encoding = new ConcurrencyLimiter({
  atOnce: 1,
  maxWaiting: 64,
  refusal: 'Many pictures are being uploaded right now. Please try again in a minute.',
});

const tooLarge = () => new Problem(413, 'This file is larger than 20 MB.');

async function assertRoom(db: Database, bookingId: number): Promise<void> {
  const [used] = await db
    .select({ bytes: sum(messageFiles.bytes) })
    .from(messageFiles)
    .where(eq(messageFiles.bookingId, bookingId));
  if (Number(used?.bytes ?? 0) >= MAX_BOOKING_BYTES)
    throw new Problem(409, 'This booking has reached its limit for files. Send a link instead.');
}

/** Stores the request's body under a random name, which never comes from users. */
async function receive(
  { files }: Dependencies,
  context: Context,
): Promise<WrittenFile & { storedAs: string }> {
  const { body, signal } = context.req.raw;
  if (Number(context.req.header('content-length') ?? 0) > MAX_FILE_BYTES) throw tooLarge();
  if (!body) throw new Problem(400, 'This file is empty.');
  try {
    const storedAs = randomBytes(16).toString('hex');
    const content = body as unknown as AsyncIterable<Uint8Array>;
    const written = await files.write(storedAs, content, OPTIONS);
    return { ...written, storedAs };
  } catch (error) {
    if (error instanceof TooLarge) throw tooLarge();
    if (signal.aborted) throw new Problem(400, 'The upload was interrupted.');
    throw error;
  }
}

/** Replaces a stored picture by one without metadata. Returns its size in bytes. */
const cleanPicture = ({ files }: Dependencies, storedAs: string): Promise<number> =>
  encoding.run(async () => {
    const original = Buffer.from(await new Response(await files.read(storedAs)).arrayBuffer());
    const picture = await removeMetadata(original);
    if (picture.length > MAX_FILE_BYTES) throw tooLarge();
    return (await files.write(storedAs, [picture], OPTIONS)).bytes;
  });

export const uploadFile: Handler<'POST /api/bookings/{id}/files/'> = async (
  deps,
  { userId, params, query, context },
) => {
  const { db, files, now } = deps;
  const party = await requireParty(db, userId, params.id);
  assertWritable(party);
  const name = safeName(query.name);
  if (!isAcceptedName(name)) throw new Problem(415, `Please send ${ACCEPTED}.`);
  await assertRoom(db, params.id);
  await attemptUpload(db, now(), userId);
  const stored = await receive(deps, context);
  try {
    if (stored.bytes === 0) throw new Problem(400, 'This file is empty.');
    if (!isContentOf(name, stored.head))
      throw new Problem(
        415,
        `The content of “${name}” doesn't match its type. Please send ${ACCEPTED}.`,
      );
    const isPicture = detectFormat(Buffer.from(stored.head)) !== null;
    const bytes = isPicture ? await cleanPicture(deps, stored.storedAs) : stored.bytes;
    const [row] = await db
      .insert(messageFiles)
      .values({
        bookingId: params.id,
        author: party.side,
        name,
        bytes,
        storedAs: stored.storedAs,
        createdAt: now(),
      })
      .returning({ id: messageFiles.id });
    if (!row) throw new Error('the insert returned no file');
    return { id: row.id, name, size: bytes };
  } catch (error) {
    await files
      .remove(stored.storedAs)
      .catch((failure: unknown) =>
        log.warn(`a rejected upload is left until the sweep: ${describeError(failure)}`),
      );
    throw error;
  }
};

const createDisposition = (name: string) =>
  `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;

/** Sends a stored file as a download that no browser runs. Throws 404 without it. */
export async function sendFile(
  files: Dependencies['files'],
  context: Context,
  row: typeof messageFiles.$inferSelect | undefined,
): Promise<Response> {
  const content = row && (await files.read(row.storedAs));
  if (!row || !content) throw notFound();
  context.header('content-type', 'application/octet-stream');
  context.header('content-length', String(row.bytes));
  context.header('content-disposition', createDisposition(row.name));
  context.header('content-security-policy', "default-src 'none'; sandbox");
  context.header('x-robots-tag', 'noindex');
  return streamed(context, (stream) => stream.pipe(content));
}

export const downloadFile: Handler<'GET /api/bookings/{id}/files/{file}/'> = async (
  { db, files },
  { userId, params, context },
) => {
  const { side } = await requireParty(db, userId, params.id);
  const [row] = await db
    .select()
    .from(messageFiles)
    .where(
      and(
        eq(messageFiles.id, params.file),
        eq(messageFiles.bookingId, params.id),
        or(isNotNull(messageFiles.messageId), eq(messageFiles.author, side)),
      ),
    );
  return sendFile(files, context, row);
};
