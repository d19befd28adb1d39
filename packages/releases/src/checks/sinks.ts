import { BROWSER_SYNTAX } from '@carry/contracts/browsers';
import { ReleaseRefused } from '../errors/errors';
import { findInScript, type ScriptProblem } from './scripts';

/** Harmless occurrences in built files: the word without the sink, or with a URL that the page's script gate allows. */
const allowedSinks: Record<string, RegExp[]> = {
  'the loader of chunks: own files, pinned': [/createElement\("script"\)\)\.timeout=120/g],
  'the federation runtime: pinned entries; module and SystemJS containers, which this site does not use':
    [
      /createElement\("script"\),\{src:\w+,async:!0,crossOrigin:"anonymous"/g,
      /createElement\("script"\)\)\.type=/g,
      /Function\("callbacks",`(?:import|System\.import)\(/g,
    ],
  'the federation runtime of other tools: one switch for its log': [
    /window\.localStorage\)return!!localStorage\.getItem\((?:\w+\.BROWSER_LOG_KEY|[`"']FEDERATION_DEBUG[`"'])\)/g,
  ],
  'Stripe.js by its own package: one URL, which the Trusted Types policy of the page checks': [
    /createElement\("script"\);\w+\.src="(?:https:\/\/js\.stripe\.com|"\.concat\()/g,
  ],
  'React: elements and properties that no source here uses': [
    /\.innerHTML="<script><\\\/script>"/g,
    /\.__html:void 0\)!==[\w$]+&&\([\w$]+\.innerHTML=[\w$]+\)/g,
    /case"(?:dangerouslySetI|i)nnerHTML":/g,
    /createElement\("script"\)[,)][^;]{0,90}"link"/g,
    /\.dangerouslySetInnerHTML\b/g,
  ],
  'the router: its components for whole documents': [
    /createElement\("script",\{\.\.\.\w+,suppressHydrationWarning:!0,dangerouslySetInnerHTML:\{__html/g,
  ],
  'the shell: third parties of listed origins': [
    /\.document\.createElement\("script"\),\{src:\w+,async:!0\}/g,
  ],
};

export function findInRemoteScript(file: string, content: string): ScriptProblem[] {
  const isReviewed = new Uint8Array(content.length);
  for (const pattern of Object.values(allowedSinks).flat())
    for (const { index, 0: text } of content.matchAll(pattern))
      isReviewed.fill(1, index, index + text.length);
  return findProblems(file, content).filter(({ index }) => !isReviewed[index]);
}

function findProblems(file: string, content: string): ScriptProblem[] {
  try {
    return findInScript(content);
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new ReleaseRefused(
        `${file} is nested too deeply to be checked, for example by a chain of thousands of operators; write a long text as a list and join it`,
        { cause },
      );
    throw new ReleaseRefused(
      `${file}: is not a script of ECMAScript ${BROWSER_SYNTAX}, which all supported browsers parse (${(cause as Error).message}); build it for that version: the current kit does, and another tool has a target`,
      { cause },
    );
  }
}

/** Refuses a built script with an unreviewed sink from text to markup or code. */
export function checkSinks(file: string, content: string): void {
  const problem = findInRemoteScript(file, content).find(({ kind }) => kind === 'policy');
  if (!problem) return;
  const { index, what, remedy } = problem;
  const around = content.slice(Math.max(0, index - 40), index + 60).replaceAll(/\s+/g, ' ');
  throw new ReleaseRefused(`${file}: ${what} (…${around}…); ${remedy}`);
}
