import { type About, listFacts, toPage } from './booking-facts';
import { compose } from './letter';
import type { Mail } from './outbox';

const MAX_QUOTE = 600;

const shorten = (text: string) =>
  text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE).trimEnd()} …` : text;

export function messageMail(about: About, { body, files }: { body: string; files: number }): Mail {
  const { config, parties, reader } = about;
  const from = reader === 'coach' ? parties.studentName : parties.coachName;
  const attached = files === 1 ? 'one file' : `${files} files`;
  return compose(config, {
    to: reader === 'coach' ? parties.coach : parties.student,
    subject: `${from} sent you a message`,
    blocks: [
      ...(body ? [{ by: from, quote: shorten(body) }] : []),
      ...(files > 0 ? [`${from} added ${attached}.`] : []),
      listFacts(about),
      toPage(about, 'Read and reply'),
      "We won't email you about further messages until you've read this one.",
    ],
  });
}
