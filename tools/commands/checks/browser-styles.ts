import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CompatStatement, Identifier as Entry } from '@mdn/browser-compat-data';
import { data, lacking } from './browser-support';

const { selectors, properties, types } = data.css as Record<string, Entry>;
const atRules = data.css['at-rules'] as Entry;

/** Properties, values and functions that some supported browser lacks, with the reason why a page may use them. */
const OPTIONAL = new Set([
  'cursor', // phones have no pointer
  'forced-color-adjust', // only for high contrast, which these browsers do not have
  'light-dark', // builds replace it by custom properties
  'mask-composite', // builds add `-webkit-mask-composite`
  'reading-flow', // without it, the keyboard follows the order of the document
  'resize', // fields of phones scroll
  'text-size-adjust', // only phones enlarge text
  'text-wrap', // lines only break elsewhere
  'ui-monospace', // other fonts follow it
]);

const UNITS: [unit: RegExp, group: string][] = [
  [/^dv/, 'viewport_percentage_units_dynamic'],
  [/^sv/, 'viewport_percentage_units_small'],
  [/^lv/, 'viewport_percentage_units_large'],
  [/^cq/, 'container_query_length_units'],
];

interface Feature {
  /** As a person searches for it, such as `@property` or `display: grid-lanes`. */
  name: string;
  /** Text that an `@supports` of the file has to contain. */
  guard: string;
  entry: Entry | undefined;
}

const typeGroups = Object.values(types ?? {}) as Entry[];
const functionEntry = (name: string): Entry | undefined =>
  types?.[name] ?? typeGroups.map((group) => group[name]).find(Boolean);

function unitEntry(unit: string): Entry | undefined {
  const [, group] = UNITS.find(([pattern]) => pattern.test(unit)) ?? [];
  return types?.['length']?.[group ?? unit];
}

function declarationFeatures(name: string, value: string): Feature[] {
  const property = properties?.[name];
  const words = [...value.matchAll(/(?<![\w#$-])[a-z][\w-]*(\(?)/gi)];
  const units = [...value.matchAll(/(?<![\w#-])[\d.]+([a-z]+)/gi)];
  return [
    { name, guard: name, entry: property },
    ...words.map(([text, opening]) => {
      const word = text.replace('(', '');
      const entry = property?.[word] ?? (opening ? functionEntry(word) : undefined);
      return { name: `${name}: ${word}`, guard: word, entry };
    }),
    ...units.map(([, unit = '']) => ({ name: unit, guard: unit, entry: unitEntry(unit) })),
  ];
}

function getFeatures(sheet: string): Feature[] {
  const matchAll = (pattern: RegExp) => [...sheet.matchAll(pattern)].map((match) => match.slice(1));
  return [
    ...matchAll(/(?<!:):([a-z][a-z-]+)/g).map(([name = '']) => ({
      name: `:${name}`,
      guard: `selector(:${name}`,
      entry: selectors?.[name],
    })),
    ...matchAll(/@([a-z-]+)/g).map(([name = '']) => ({
      name: `@${name}`,
      guard: `@${name}`,
      entry: atRules[name],
    })),
    ...matchAll(/(?<=[{;]\s*)(-{0,2}[a-z][\w-]*)\s*:([^;{}]*)(?=[;}])/g).flatMap(
      ([name = '', value = '']) => declarationFeatures(name, value),
    ),
  ];
}

/** Lists selectors, at-rules, properties and values in style sheets that the oldest supported browsers lack. `@supports` guards the file. */
export function styleProblems(files: readonly string[], root: string): string[] {
  return files.flatMap((file) => {
    const sheet = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
    const guards = [...sheet.matchAll(/@supports([^{]*)/g)].map(([, guard = '']) => guard);
    const missing = new Map<string, string[]>();
    for (const { name, guard, entry } of getFeatures(sheet)) {
      const isOptional =
        name.split(': ').some((part) => OPTIONAL.has(part)) ||
        guards.some((text) => text.includes(guard));
      const support = entry?.__compat as CompatStatement | undefined;
      if (support && !isOptional) missing.set(name, lacking(support, { withPrefix: true }));
    }
    return [...missing].flatMap(([name, browsers]) =>
      browsers.length > 0
        ? [
            `${path.relative(root, file)}: ${name} is missing in ${browsers.join(', ')}; guard it by @supports or do without`,
          ]
        : [],
    );
  });
}
