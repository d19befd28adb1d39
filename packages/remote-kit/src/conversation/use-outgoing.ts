import { MAX_FILE_BYTES, MAX_FILES_PER_MESSAGE } from '@carry/contracts/limits';
import type { UploadedFile } from '@carry/contracts/own-answers';
import { isApiError, type ShellApi } from '@carry/contracts/shell';
import { useRef, useState } from 'react';
import { removeSent } from '../form/newer-edits';
import { clearOwnDraft } from '../form/own-draft';
import { useShell } from '../route/remote';
import { uploadFile } from './api';
import { type Attempt, attempt, type Content, newKey } from './attempts';

export interface OutgoingFile {
  key: string;
  name: string;
  /** Uploaded file; null while it is uploading or after a failure. */
  uploaded: UploadedFile | null;
  problem: string | null;
}

interface Draft {
  text: string;
  files: UploadedFile[];
  /** Names of files that were still uploading; a draft cannot hold their content. */
  missing?: readonly string[];
  failed?: readonly Pick<OutgoingFile, 'name' | 'problem'>[];
  attempts?: readonly Attempt[];
}

function describeProblem(file: File, error: unknown): string {
  if (isApiError(error) && error.detail) return error.detail;
  if (file.size > MAX_FILE_BYTES) return 'This file is larger than 20 MB.';
  return "We couldn't upload this file. Please try again.";
}

const TOO_MANY = `You can send up to ${MAX_FILES_PER_MESSAGE} files at once.`;
const MISSING = "This file wasn't uploaded. Please add it again.";

const readFiles = ({ files, missing = [], failed = [] }: Draft): OutgoingFile[] => [
  ...files.map((uploaded) => ({
    ...{ key: `draft-${uploaded.id}`, name: uploaded.name, uploaded, problem: null },
  })),
  ...failed.map(({ name, problem }) => ({ key: newKey(), name, uploaded: null, problem })),
  ...missing.map((name) => ({ key: newKey(), name, uploaded: null, problem: MISSING })),
];

const toDraft = (
  { text, files }: { text: string; files: OutgoingFile[] },
  attempts: readonly Attempt[],
): Draft => ({
  text,
  files: files.flatMap(({ uploaded }) => uploaded ?? []),
  missing: files.flatMap(({ uploaded, problem, name }) => (uploaded || problem ? [] : name)),
  failed: files.flatMap(({ problem, name }) => (problem ? { name, problem } : [])),
  attempts,
});

interface Added {
  file: File;
  key: string;
}

/** Adds files. They replace failed ones of the same name; those over the limit fail. */
function addFiles(before: OutgoingFile[], added: Added[]): OutgoingFile[] {
  const names = new Set(added.map(({ file }) => file.name));
  const kept = before.filter(({ name, problem }) => problem === null || !names.has(name));
  const rows = added.map(({ file: { name }, key }, index) => {
    const problem = kept.length + index < MAX_FILES_PER_MESSAGE ? null : TOO_MANY;
    return { key, name, uploaded: null, problem };
  });
  return [...kept, ...rows];
}

const keyOfDraft = ({ kind, booking }: DraftOf) => `${kind}/${booking}`;

interface DraftOf {
  booking: number | string;
  kind: 'message' | 'delivery';
}

export const loadDraft = (drafts: ShellApi['drafts'], of: DraftOf): Draft | null =>
  drafts.load<Draft>(keyOfDraft(of));

/** Unsent message of a booking, kept as a draft over reloads: text, files and idempotency keys. */
export function useOutgoing(booking: DraftOf['booking'], kind: DraftOf['kind']) {
  const { api, drafts } = useShell();
  const draftKey = keyOfDraft({ kind, booking });
  const [draft] = useState(() => loadDraft(drafts, { kind, booking }));
  const [text, setText] = useState(draft?.text ?? '');
  const [files, setFiles] = useState<OutgoingFile[]>(() => (draft ? readFiles(draft) : []));
  const attempts = useRef<readonly Attempt[]>(draft?.attempts ?? []);
  const latest = useRef({ text, files });
  const written = useRef(draft);

  const save = (next: { text?: string; files?: OutgoingFile[] }) => {
    const all = { ...latest.current, ...next };
    latest.current = all;
    if (all.text === '' && all.files.length === 0)
      return clearOwnDraft(drafts, draftKey, written.current);
    written.current = toDraft(all, attempts.current);
    drafts.save(draftKey, written.current);
  };
  const changeFiles = (change: (files: OutgoingFile[]) => OutgoingFile[]) => {
    const next = change(latest.current.files);
    setFiles(next);
    save({ files: next });
  };
  const finish = (fileKey: string, result: Partial<OutgoingFile>) =>
    changeFiles((all) => all.map((file) => (file.key === fileKey ? { ...file, ...result } : file)));

  const upload = async (file: File, fileKey: string) => {
    try {
      if (file.size > MAX_FILE_BYTES) throw new RangeError('the file is too large');
      finish(fileKey, { uploaded: await uploadFile(api, booking, file) });
    } catch (error) {
      finish(fileKey, { problem: describeProblem(file, error) });
    }
  };

  return {
    keyFor: (content: Content): string => {
      const next = attempt(attempts.current, content);
      attempts.current = next.attempts;
      save({});
      return next.key;
    },
    text,
    files,
    isUploading: files.some(({ uploaded, problem }) => !uploaded && !problem),
    isFull: files.length >= MAX_FILES_PER_MESSAGE,
    write: (next: string) => {
      setText(next);
      save({ text: next });
    },
    attach: async (chosen: File[]) => {
      const added = chosen.map((file) => ({ file, key: newKey() }));
      changeFiles((all) => addFiles(all, added));
      const refused = new Set(latest.current.files.flatMap((row) => (row.problem ? row.key : [])));
      for (const one of added) if (!refused.has(one.key)) await upload(one.file, one.key);
    },
    remove: (fileKey: string) => changeFiles((all) => all.filter((file) => file.key !== fileKey)),
    /** Removes what was sent. Text and files that were added since stay, as the next message. */
    removeSent: (sent: { text: string; files: OutgoingFile[] }) => {
      const sentKeys = new Set(sent.files.map(({ key }) => key));
      const next = {
        text: removeSent(latest.current.text, sent.text),
        files: latest.current.files.filter(({ key }) => !sentKeys.has(key)),
      };
      attempts.current = [];
      setText(next.text);
      setFiles(next.files);
      save(next);
    },
  };
}

export type Outgoing = ReturnType<typeof useOutgoing>;
