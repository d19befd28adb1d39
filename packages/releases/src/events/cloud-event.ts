import type { ReadEntry } from '@carry/contracts/release';
import { describeEvent, eventType } from './describe-event';

export interface CloudEvent {
  specversion: '1.0';
  /** The same for each delivery of a change. */
  id: string;
  source: string;
  type: string;
  subject: string;
  time: string;
  datacontenttype: 'application/json';
  data: ReadEntry & { text: string };
}

export const toCloudEvent = (
  { id, entry }: { id: string; entry: ReadEntry },
  source: string,
): CloudEvent => ({
  specversion: '1.0',
  id,
  source,
  type: eventType(entry),
  subject: entry.remote,
  time: entry.at,
  datacontenttype: 'application/json',
  data: { ...entry, text: describeEvent(entry) },
});
