import { ReleaseRefused } from '../errors';

/** Ways from a string to markup or code. Trusted Types stop them in the page, and with them whatever took that way. */
const sinks: Record<string, RegExp> = {
  markup:
    /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|srcdoc|createContextualFragment|parseFromString|setHTMLUnsafe)\b|\bdocument\.write/,
  'a script element': /\bcreateElement\((["'`])script\1/,
  'code from text':
    /\beval\s*[(),]|\bFunction\s*\(|\bset(?:Timeout|Interval)\(\s*["'`]|\bimportScripts\b/,
};

/** Where built files hold such a word and take no such way, or take it with a URL that the page's gate for scripts knows. */
const known: Record<string, RegExp[]> = {
  'the loader of chunks: own files, pinned': [
    /Function\("return this"\)\(\)/g, // behind globalThis
    /\.g\.importScripts\b/g,
    /createElement\("script"\)\)\.timeout=120/g,
  ],
  'the federation runtime: pinned entries; module and SystemJS containers, which this site has none of':
    [
      /createElement\("script"\),\{src:\w+,async:!0,crossOrigin:"anonymous"/g,
      /createElement\("script"\)\)\.type=/g,
      /Function\("callbacks",`(?:import|System\.import)\(/g,
    ],
  'a script with a URL, which the Trusted Types policy of the page checks': [
    /createElement\("script"\);\w+\.src=/g,
  ],
  'React: elements and properties that no source here uses': [
    /\.innerHTML="<script><\\\/script>"/g,
    /\.__html:void 0\)!==[\w$]+&&\([\w$]+\.innerHTML=[\w$]+\)/g,
    /case"(?:dangerouslySetI|i)nnerHTML":/g,
    /createElement\("script"\)[,)][^;]{0,90}"link"/g,
    /\.dangerouslySetInnerHTML\b/g,
  ],
  'the router: its components for whole documents': [
    /createElement\("script",\{\.\.\.\w+,suppressHydrationWarning:!0,dangerouslySetInnerHTML/g,
  ],
  'the shell: third parties of listed origins': [
    /\.document\.createElement\("script"\),\{src:\w+,async:!0\}/g,
  ],
};

/** Refuses a built script that holds a way from text to markup or code which nobody has looked at. */
export function checkSinks(file: string, content: string): void {
  const unknown = Object.values(known)
    .flat()
    .reduce((text, pattern) => text.replace(pattern, ''), content);
  for (const [what, pattern] of Object.entries(sinks)) {
    const found = pattern.exec(unknown);
    if (!found) continue;
    const around = unknown
      .slice(Math.max(0, found.index - 40), found.index + 40)
      .replaceAll(/\s+/g, ' ');
    throw new ReleaseRefused(
      `${file}: makes ${what} of text (…${around}…), which the page's policy stops; use another build of that library, or say in registry/src/checks/sinks.ts why it is harmless`,
    );
  }
}
