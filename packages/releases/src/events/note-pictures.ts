import type { AuditEntry } from '@carry/contracts/release';
import { RateLimiter } from '../limits/rate-limiter';
import { readPreviews } from '../pointers/previews';
import { storeNotePicture } from '../stores/note-pictures';
import type { Store } from '../stores/store';
import type { Changes } from './changes';

const HOUR_MS = 60 * 60_000;
/** Pictures per preview and hour; further notes are stored without. */
const MAX_PICTURES = 30;

/** Takes a picture in a browser as on the reviewer's screen. Resolves with WebP; null: the page does not have the element. */
export type Photograph = (shot: {
  url: string;
  element: string | undefined;
  width: number;
  height: number;
  theme: 'light' | 'dark';
}) => Promise<Buffer | null>;

interface NotePictureParts {
  changes: Changes;
  store: Store;
  photograph: Photograph;
  previewLink(remote: string, channel: string): Promise<string>;
  log(line: string): void;
}

/** Takes a picture of what each new note is about, one after another. Best effort; of several release servers, the first one to store it wins. */
export async function followNotes(parts: NotePictureParts, signal: AbortSignal): Promise<void> {
  const limiter = new RateLimiter(MAX_PICTURES, HOUR_MS);
  for await (const { entry } of parts.changes.follow({ signal })) {
    const { action, remote, channel } = entry;
    if (action !== 'preview-note' || limiter.consume(`${remote}@${channel}`, Date.now()) > 0)
      continue;
    await takePicture(entry, parts).catch(({ message }: Error) =>
      parts.log(`no picture of the note of ${entry.at} on ${remote}: ${message}`),
    );
  }
}

async function takePicture(
  entry: AuditEntry,
  { store, photograph, previewLink }: NotePictureParts,
): Promise<void> {
  const { remote, channel, note, to } = entry;
  if (!note || !channel) return;
  const preview = (await readPreviews(store, channel))?.remotes[remote];
  if (preview?.version !== to) throw new Error('the preview shows another release now');
  const { page, element, viewport, theme = 'dark' } = note;
  const link = new URL(await previewLink(remote, channel));
  const url = new URL(link.origin + page);
  url.searchParams.set('preview', link.searchParams.get('preview') ?? '');
  const picture = await photograph({ url: url.href, element, ...viewport, theme });
  if (!picture) throw new Error('the page does not show what it is about');
  await storeNotePicture(entry, picture, store);
}
