import type { Difference, PagePicture, RecordDifference } from '@carry/contracts/console';
import type { OpenedPreview } from './boot';

export interface PreviewDetails extends OpenedPreview {
  /** Value of `?preview=` in its link. */
  token: string;
  /** Author and time of the change that opened it; null if the audit log lacks it. `who` is the author as the audit log has it. */
  by: string | null;
  who: string | null;
  since: string | null;
  until: string;
  /** First page of the remote. */
  start: string | null;
  /** Difference to the live release; null without one of both. */
  difference: RecordDifference | null;
  /** Pictures of the pages that look different from the live release, by route. */
  pictures: Difference<PagePicture>[];
  live: string | null;
  /** Takes notes: its release is in the store. */
  notable: boolean;
}

/** Answer of `GET /_shell/previews`. */
export interface OpenedPreviews {
  previews: PreviewDetails[];
  /** Address of the release server's console; null if the site does not know it, or without a preview that can be shown. */
  console: string | null;
}

/** Body of `POST /_shell/previews/notes`. */
export interface PreviewNoteBody {
  /** Idempotency key: 32 hexadecimal digits. */
  id: string;
  remote: string;
  channel: string;
  /** Release that the page shows, which may no longer be the newest one of the preview. */
  version: string;
  text: string;
  name?: string;
  /** Path and query. */
  page: string;
  /** CSS path and text of the picked element. */
  element?: string;
  excerpt?: string;
  viewport: { width: number; height: number };
  theme?: 'light' | 'dark';
}

/** Returns the query that leaves the previews and keeps the rest of a page's query. */
export function exitQuery(search: string): string {
  const query = new URLSearchParams(search);
  query.set('preview', 'off');
  return `?${query}`;
}
