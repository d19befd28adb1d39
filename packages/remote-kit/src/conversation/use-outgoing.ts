import { MAX_FILE_BYTES, MAX_FILES_PER_MESSAGE } from '@carry/contracts/limits';
import type { UploadedFile } from '@carry/contracts/own-answers/booking';
import { isApiError } from '@carry/contracts/shell';
import { useRef, useState } from 'react';
import { useShell } from '../route/remote';
import { uploadFile } from './api';

export interface OutgoingFile {
  /** Identifies the file on this page. */
  key: string;
  name: string;
  /** Uploaded file; null while it is uploading or after a failure. */
  uploaded: UploadedFile | null;
  problem: string | null;
}

interface Draft {
  key: string;
  text: string;
  files: UploadedFile[];
}

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

/** Unsent message of a booking, kept as a draft over reloads: text, files and idempotency key. */
export function useOutgoing(booking: number | string, kind: 'message' | 'delivery') {
  const { api, drafts } = useShell();
  const draftKey = `${kind}/${booking}`;
  const [draft] = useState(() => drafts.load<Draft>(draftKey));
  const [key, setKey] = useState(() => draft?.key ?? newKey());
  const [text, setText] = useState(draft?.text ?? '');
  const [files, setFiles] = useState<OutgoingFile[]>(() =>
    (draft?.files ?? []).map((uploaded) => ({
      key: `draft-${uploaded.id}`,
      name: uploaded.name,
      uploaded,
      problem: null,
    })),
  );
  const latest = useRef({ key, text, files });
  latest.current = { key, text, files };

  const save = (next: { text?: string; files?: OutgoingFile[] }) => {
    const all = { ...latest.current, ...next };
    latest.current = all;
    const uploaded = all.files.flatMap((file) => file.uploaded ?? []);
    if (all.text === '' && uploaded.length === 0) drafts.clear(draftKey);
    else drafts.save(draftKey, { key: all.key, text: all.text, files: uploaded } satisfies Draft);
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
    key,
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
      latest.current = { key: newKey(), text: '', files: [] };
      setKey(latest.current.key);
      setText('');
      setFiles([]);
      drafts.clear(draftKey);
    },
  };
}
