import path from 'node:path';
import type { RsbuildPlugin } from '@rsbuild/core';

/** Type arguments of a call, with those inside them. */
const TYPES = /(?:<(?:=>|[^<>]|<(?:=>|[^<>]|<(?:=>|[^<>])*>)*>)*>\s*)?/;
const NAMED_IMPORT =
  /\(\s*(?<quote>['"`])(?<id>[\w-]+)\k<quote>\s*,\s*\(\s*\)\s*=>\s*import\s*\((?:\s*\/\*.*?\*\/)*/;
const PART = new RegExp(`\\blazy(?<kind>Route|Slot)\\s*${TYPES.source}${NAMED_IMPORT.source}`);
const CALL = new RegExp(`\\blazy(?:Route|Slot)\\s*${TYPES.source}\\(`);
/** Comments, and the strings that may contain the start of one. An escaped slash is in a regular expression. */
const NO_CODE = /(?<!\\)\/\*.*?\*\/|(?<!\\)\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/;
/** A template, and one inside it. Without a call, because its first backtick may be in text or a regular expression. */
const TEMPLATE = new RegExp(
  `\`(?:\\\\.|\\$\\{[^\`{}]*\`(?:\\\\.|[^\`\\\\])*\`[^\`{}]*\\}|(?!${CALL.source})[^\`\\\\])*\``,
);
/** A regular expression: after a sign or word that no division follows. Without a call, because it may be in text. */
const EXPRESSION = new RegExp(
  `\\/(?<=(?:^|[=(,:;!&|?{[+]|=>|\\b(?:return|typeof|case|else|do|void|in|of|await|yield|throw|default))\\s*\\/)(?![*/])` +
    `(?:(?!${CALL.source})(?:\\\\.|\\[(?:\\\\.|[^\\]\\\\\\n]){0,300}\\]|[^/\\\\[\\n])){1,1000}\\/`,
);
const TOKEN = new RegExp(
  `${NO_CODE.source}|${EXPRESSION.source}|${TEMPLATE.source}|${PART.source}|(?<call>${CALL.source})`,
  'gs',
);

type Groups = Partial<Record<'kind' | 'id' | 'call', string>>;

/** Names the chunk of each `lazyRoute('id', () => import('…'))` `route-id`, of each `lazySlot` `slot-id`. Throws for another form, with its line first. */
export function nameChunks(code: string): string {
  return code.replaceAll(TOKEN, (text: string, ...rest: unknown[]) => {
    const [index, , { kind, id, call }] = rest.slice(-3) as [number, string, Groups];
    if (kind) return `${text}/* webpackChunkName: "${kind.toLowerCase()}-${id}" */ `;
    if (!call) return text;
    const line = code.slice(0, index).split('\n').length;
    throw new Error(
      `line ${line}: lazyRoute and lazySlot need a literal id and an inline import: lazyRoute('help', () => import('./routes/help'))`,
    );
  });
}

/** Returns {@link nameChunks} of a file. Throws without a stack, which names files that the team does not have. */
function nameChunksIn(code: string, file: string): string {
  try {
    return nameChunks(code);
  } catch (error) {
    const { message } = error as Error;
    throw Object.assign(new Error(`${file}, ${message}`), { stack: `${file}, ${message}` });
  }
}

export const hasLazyParts = (code: string): boolean =>
  /\blazy(?:Route|Slot)\b/.test(code) && // the patterns below are slow in some files
  (/import\s[^;'"]*\{[^}]*\blazy(?:Route|Slot)\b[^}]*\}\s*from/.test(code) ||
    (/import\s*\*\s*as\s/.test(code) && /\.lazy(?:Route|Slot)\b/.test(code)));

export const nameChunksPlugin = (): RsbuildPlugin => ({
  name: 'carry:name-chunks',
  setup(api) {
    api.transform({ test: /\.[jt]sx?$/, order: 'pre' }, ({ code, resourcePath }) =>
      hasLazyParts(code)
        ? nameChunksIn(code, path.relative(api.context.rootPath, resourcePath))
        : code,
    );
  },
});
