import { MAX_FILE_BYTES, MAX_FILES_PER_MESSAGE } from '@carry/contracts/limits';
import type { UploadedFile } from '@carry/contracts/own-answers/booking';
import { isApiError } from '@carry/contracts/shell';
import { useRef, useState } from 'react';
import { useShell } from '../route/remote';
import { uploadFile, type Written } from './api';

export interface OutgoingFile {
  /** Identifies the file on this page. */
  key: string;
  name: string;
  /** Uploaded file; null while it is uploading or after a failure. */
  uploaded: UploadedFile | null;
  problem: string | null;
}

type Content = Omit<Written, 'key'>;

/** Request whose response may be lost: its idempotency key and content. */
interface Attempt extends Content {
  key: string;
}

interface Draft {
  text: string;
  files: UploadedFile[];
  attempts?: Attempt[];
}

const MAX_ATTEMPTS = 5;

const isSameContent = (a: Content, b: Content) =>
  a.text === b.text && a.files.join() === b.files.join();

/** `crypto.randomUUID` exists in secure contexts only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function describeProblem(file: File, error: unknown): string {
  if (isApiError(error) && error.detail) return error.detail;
  if (file.size > MAX_FILE_BYTES) return 'This file is larger than 20 MB.';
  return "We couldn't upload this file. Please try again.";
}

/** Unsent message of a booking, kept as a draft over reloads: text, files and idempotency keys. */
export function useOutgoing(booking: number | string, kind: 'message' | 'delivery') {
  const { api, drafts } = useShell();
  const draftKey = `${kind}/${booking}`;
  const [draft] = useState(() => drafts.load<Draft>(draftKey));
  const [text, setText] = useState(draft?.text ?? '');
  const [files, setFiles] = useState<OutgoingFile[]>(() =>
    (draft?.files ?? []).map((uploaded) => ({
      key: `draft-${uploaded.id}`,
      name: uploaded.name,
      uploaded,
      problem: null,
    })),
  );
  const attempts = useRef(draft?.attempts ?? []);
  const latest = useRef({ text, files });
  latest.current = { text, files };

  const save = (next: { text?: string; files?: OutgoingFile[] }) => {
    const all = { ...latest.current, ...next };
    latest.current = all;
    const uploaded = all.files.flatMap((file) => file.uploaded ?? []);
    const unsent: Draft = { text: all.text, files: uploaded, attempts: attempts.current };
    if (all.text === '' && uploaded.length === 0) drafts.clear(draftKey);
    else drafts.save(draftKey, unsent);
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
    /**
     * Returns the idempotency key for a request and remembers it. Content that was sent before keeps its key, so that it
     * is stored once. Other content gets a new one, because the API answers a known key with the stored message.
     */
    keyFor: (content: Content): string => {
      const earlier = attempts.current.find((attempt) => isSameContent(attempt, content));
      if (earlier) return earlier.key;
      const attempt: Attempt = { ...content, key: newKey() };
      attempts.current = [...attempts.current, attempt].slice(-MAX_ATTEMPTS);
      save({});
      return attempt.key;
    },
    text,
    files,
    isUploading: files.some(({ uploaded, problem }) => !uploaded && !problem),
    isFull: files.length >= MAX_FILES_PER_MESSAGE,
    write: (next: string) => {
      setText(next);
      save({ text: next });
    },
    /** Uploads files, one after the other. */
    attach: async (chosen: File[]) => {
      const room = MAX_FILES_PER_MESSAGE - latest.current.files.length;
      const added = chosen.slice(0, room).map((file) => ({ file, key: newKey() }));
      changeFiles((all) => [
        ...all,
        ...added.map((one) => ({
          key: one.key,
          name: one.file.name,
          uploaded: null,
          problem: null,
        })),
      ]);
      for (const one of added) await upload(one.file, one.key);
    },
    remove: (fileKey: string) => changeFiles((all) => all.filter((file) => file.key !== fileKey)),
    /** Starts a new message. */
    clear: () => {
      latest.current = { text: '', files: [] };
      attempts.current = [];
      setText('');
      setFiles([]);
      drafts.clear(draftKey);
    },
  };
}
