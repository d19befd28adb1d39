interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

const toWords = (key: string) =>
  key.replaceAll('_', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Names a field as users would: `services.0.label` is "Service 1, label". */
function nameField(path: Issue['path']): string {
  const parts: string[] = [];
  for (const key of path)
    if (typeof key !== 'number') parts.push(toWords(String(key)));
    else if (/^\D+$/.test(parts.at(-1) ?? ''))
      parts.push(`${parts.pop()?.replace(/s$/, '')} ${key + 1}`);
    else parts.push(`entry ${key + 1}`);
  const name = parts.join(', ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export const describeIssue = ({ path, message }: Issue): string =>
  path.length > 0 ? `${nameField(path)}: ${message}` : message;
