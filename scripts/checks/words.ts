// Words that this project had for what the glossary calls otherwise: none of them comes back. And words of our product: none is in the core.
import { execFileSync } from 'node:child_process';
import { root } from 'workspace';

/** What is not written any more, and the word for it. */
export const retired: Record<string, string> = {
  desk: 'gate, receiver or health',
  condemn: 'quarantine',
  rehearsal: 'candidate site',
  surroundings: 'environment',
  upkeep: 'maintenance',
  mend: 'repair, restore',
  'most_[a-z_]+': 'MAX_',
  'longest_[a-z_]+': 'MAX_',
  'largest_[a-z_]+': 'MAX_',
  '(const|let|function|interface) \\W?(un)?(said|told)\\w*|(said|told)\\) =>':
    'what it is: an answer, a message, an error',
  '\\w+\\.take': 'what it does: consume, accept, capture, store',
  '(?-i:take[A-Z]\\w*|take(in|back|next|others|turns|up))':
    'receive, revert, accept, remove: what it does',
  '(?-i:rest(Until|ing)[A-Z]?\\w*|restUntil)': 'cooldown',
  '(?-i:[kK]ept[A-Z]\\w*)': 'stored, recorded, read: what happened to it',
  '(?-i:SHORTEST_?[A-Z_]*)': 'MIN_',
  '(is|are) none of (ours|its|those|their)': 'is not one of',
  '(?<!there )(?<!null when )(is|are) none(?! of)': 'is not one, is not found, is unset',
  '(is|are|was|been) said': 'is shown, reported, logged',
  'nobody has said': 'is not set, is not declared',
  '(?-i:unfit|Unfit|Fits|Fitting|QueryFits)\\w*': 'unsafe, incompatible',
  '\\w+ fits (http|the site)': 'is compatible with',
  '(const|let|function|async) (kept|rest|sound|fits)':
    'what it is: retained, remaining, healthy, matches',
  'takes? no --|takes (no|signed|whole) (tokens|requests|changes|releases)':
    'accepts, has no option',
  'has brought no|reads without being here|asked (is|it) nobody': 'did not define; what happened',
  'belongs? into': 'belongs in',
  'parted by': 'separated by',
  'is another thing': 'differs',
  'kept-?shells|kept-?file': 'archive',
  'do(es)? not fit': 'is not compatible with, clashes with, contradicts',
  verb: 'command',
  greet: 'welcome',
  'opencheckouts?': 'createCheckout, listCheckouts',
  '(?<!there )is no (built|path|name|list|number|file|token|release|setting|target|remote|page|origin|range|json|source map)':
    'is not a',
};
/** What the product is about; shell, releases and remote kit would serve another one unchanged (decision 0048). */
const productWord =
  '((re)?captcha|altcha|stripe|discord|coach|booking|student|esport|valorant|fortnite|dota2|cs2)\\w*';
const core = ['shell/browser', 'shell/universal', 'shell/server', 'registry/src', 'registry/gates'];
const kits = ['remote-kit/src', 'remote-kit/build', 'remote-kit/cli', 'server-kit/src'];
const notCore = [
  '*.test.ts',
  '*.test.tsx',
  'remote-kit/src/contract', // the API of the product, for its remotes
  'shell/server/start-notes.ts', // variables of before, told to who upgrades
  'shell/server/config/variables.ts', // an example in the manual
];

/** Texts of others, migrations that ran, records of what was decided then, and this list. */
const others = [
  'api/src/db/migrations',
  'docs/product.md',
  'docs/fault-catalogue.md',
  'docs/decisions',
  'docs/screens',
];
const excluded = [
  ...others,
  'pnpm-lock.yaml',
  'scripts/checks/words.ts',
  'scripts/checks/words.test.ts',
];

function found(folder: string, word: string, within = ['.'], without = excluded): string[] {
  const pattern = `(\\b|_)(${word})(\\b|_)`;
  const args = ['grep', '-nIiP', pattern, '--', ...within, ...without.map((path) => `:!${path}`)];
  try {
    return execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
      .split('\n');
  } catch (error) {
    // 1: nothing is found; 128: a copy without its repository
    if ([1, 128].includes((error as { status: number }).status)) return [];
    throw error;
  }
}

/** Where the files that git knows in `folder` have a word that is not written any more, or the core a word of the product. */
export function wordProblems(folder: string): string[] {
  return [
    ...Object.entries(retired).flatMap(([word, instead]) =>
      found(folder, word).map((line) => `${line.slice(0, 160)} — write: ${instead}`),
    ),
    ...found(folder, productWord, [...core, ...kits], notCore).map(
      (line) =>
        `${line.slice(0, 160)} — the core does not know the product: declare it in site.json`,
    ),
  ];
}

if (process.argv[1] === import.meta.filename) {
  const problems = wordProblems(root);
  for (const problem of problems) console.error(problem);
  console.log(
    `${Object.keys(retired).length} retired words and the product in the core, ${problems.length} problems`,
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
}
