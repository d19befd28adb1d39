import type {
  OpenedPreviews,
  PreviewDetails,
  PreviewNoteBody,
} from '../../universal/page/preview-details';

const BUDGET_MS = 15_000;
const UNREACHABLE = "The site can't be reached. Try again.";

async function call(path: string, body?: object): Promise<Response> {
  const response = await fetch(`/_shell/previews${path}`, {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    signal: AbortSignal.timeout(BUDGET_MS),
  }).catch(() => {
    throw new Error(UNREACHABLE);
  });
  if (response.ok) return response;
  const { error = UNREACHABLE } = (await response.json().catch(() => ({}))) as { error?: string };
  throw new Error(error);
}

export async function readPreviews(): Promise<OpenedPreviews> {
  const response = await call('');
  return (await response.json()) as OpenedPreviews;
}

export async function switchPreview(
  { remote, channel }: Pick<PreviewDetails, 'remote' | 'channel'>,
  on: boolean,
): Promise<void> {
  await call('', { remote, channel, on });
}

/** Sends a note to the team of a preview. Throws a sentence for the reviewer. */
export async function sendNote(note: PreviewNoteBody): Promise<void> {
  await call('/notes', note);
}
