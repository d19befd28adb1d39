const KB = 1024;

/** Formats a file size: "640 KB", "3.2 MB". */
export const formatSize = (bytes: number): string =>
  bytes < KB * KB
    ? `${Math.max(1, Math.round(bytes / KB))} KB`
    : `${(bytes / KB / KB).toFixed(1)} MB`;
