import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rspack } from '@rsbuild/core';
import { type Node, parse } from 'acorn';
import { beforeAll, describe, expect, test } from 'vitest';

const packages = path.join(import.meta.dirname, '../..');
const template = path.join(packages, 'create-remote/template');

/** Programs that a team's repository runs, and the release server's, whose refusals a team reads. */
const PROGRAMS = [
  'remote-kit/cli/main.ts',
  'remote-kit/bundler/federation.ts',
  'remote-kit/bundler/dev-server.mjs',
  'remote-kit/bundler/packed.ts',
  'create-remote/src/main.ts',
  'releases/gates/index.ts',
  'releases/src/service/app.ts',
].map((file) => path.join(packages, file));

/** Descriptions for the reference of the operator; no command prints them. */
const VARIABLES = /(?:^|\/)(?:variables|event-variables|deployment)\.ts$/;

/** Variables of the site and of Node, and of the completion script. */
const OTHER_VARIABLES = [
  ...['PREVIEW_SECRET', 'SITE_KEY', 'NODE_EXTRA_CA_CERTS', 'COMP_WORDS', 'COMP_CWORD'],
  'PICTURE_ORIGINS',
];

/** Files of examples. */
const EXAMPLES = ['worker.ts'];

type AnyNode = Node & Record<string, unknown>;

interface Text {
  file: string;
  /** The text, with `…` for each value in it. */
  text: string;
}

const strip = (file: string) =>
  rspack.experiments.swc.transformSync(readFileSync(file, 'utf8'), {
    filename: file,
    jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: file.endsWith('x') } },
  }).code;

function* getNodes(value: unknown): Generator<AnyNode> {
  if (!value || typeof value !== 'object') return;
  if ('type' in value) yield value as AnyNode;
  for (const child of Object.values(value)) yield* getNodes(child);
}

/** Returns the file that an import loads, or null for a package outside of this repository. */
function resolveImport(from: string, source: string): string | null {
  if (source.startsWith('.')) {
    const base = path.resolve(path.dirname(from), source);
    return [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find(isModule) ?? null;
  }
  const [, name = '', part = ''] = /^@carry\/([\w-]+)(\/.+)?$/.exec(source) ?? [];
  const manifest = path.join(packages, name, 'package.json');
  if (!name || !existsSync(manifest)) return null;
  const { exports } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    exports: Record<string, string>;
  };
  return path.join(packages, name, exports[`.${part}`] ?? '');
}

const isModule = (file: string) => /\.(ts|tsx|mjs|js)$/.test(file) && existsSync(file);

interface Module {
  file: string;
  code: string;
  nodes: AnyNode[];
}

/** Reads these programs and all modules of this repository that they load. */
function readModules(programs: readonly string[]): Module[] {
  const modules = new Map<string, Module>();
  const queue = [...programs];
  for (let file = queue.pop(); file; file = queue.pop()) {
    if (modules.has(file)) continue;
    const code = strip(file);
    const nodes = [...getNodes(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }))];
    modules.set(file, { file: path.relative(packages, file), code, nodes });
    for (const node of nodes) {
      const { value } = (node['source'] ?? {}) as { value?: unknown };
      const loaded = typeof value === 'string' && resolveImport(file, value);
      if (loaded) queue.push(loaded);
    }
  }
  return [...modules.values()];
}

/** Returns the texts of more than one word. */
const getTexts = ({ file, nodes }: Module): Text[] =>
  nodes.map(textOf).flatMap((text) => (text && /\S\s+\S/.test(text) ? [{ file, text }] : []));

/** Returns the environment variables that a module reads or describes. */
function getVariables({ file, code }: Module): string[] {
  const named = VARIABLES.test(file) ? /\b([A-Z][A-Z_]+):/g : /\benv\['([A-Z][A-Z_]+)'\]/g;
  return [...code.matchAll(named)].map(([, name = '']) => name);
}

function textOf(node: AnyNode): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return null;
  const quasis = node['quasis'] as { value: { cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('…');
}

let texts: Text[];
let variables: Set<string>;
beforeAll(() => {
  const modules = readModules(PROGRAMS);
  texts = modules.filter(({ file }) => !VARIABLES.test(file)).flatMap(getTexts);
  variables = new Set([...OTHER_VARIABLES, ...modules.flatMap(getVariables)]);
});

/** Returns the texts that name something of these which a team does not have. */
const naming = (pattern: RegExp, isKnown: (name: string) => boolean = () => false) =>
  texts.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].flatMap(([whole, name = whole]) =>
      isKnown(name) ? [] : [`${file}: ${name} in ${JSON.stringify(text.slice(0, 120))}`],
    ),
  );

const templateFiles = readdirSync(template, { recursive: true, encoding: 'utf8' }).map((file) =>
  path.basename(file).replace(/\.txt$/, ''),
);

describe('messages of carry-remote', () => {
  test('are read from the commands, their checks and the bundler', () => {
    const files = new Set(texts.map(({ file }) => file));
    expect([...files]).toEqual(
      expect.arrayContaining([
        'remote-kit/cli/dev.ts',
        'remote-kit/bundler/plugins.ts',
        'releases/src/checks/scripts.ts',
        'releases/src/cli/publish.ts',
        'releases/src/service/intake.ts',
        'releases/gates/refuse-page.ts',
        'create-remote/src/upgrade.ts',
      ]),
    );
  });

  test('name no other package manager', () => {
    expect(naming(/\b(?:pnpm|yarn)\b/g)).toEqual([]);
  });

  test('name no folder of the repository of the site', () => {
    const folder = /(?<![\w./-])(?:packages|shell|tools|services|shared-ui|e2e|deploy|docs)\/\S*/g;
    expect(naming(folder)).toEqual([]);
  });

  test('name no source file that the template lacks', () => {
    const known = [...templateFiles, ...EXAMPLES];
    expect(naming(/[\w-]+\.tsx?\b/g, (file) => known.includes(file))).toEqual([]);
  });

  test('name no constant, only environment variables', () => {
    expect(naming(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g, (name) => variables.has(name))).toEqual([]);
  });

  test('name only scripts that the template has', () => {
    const manifest = readFileSync(path.join(template, 'repository/package.json.txt'), 'utf8');
    const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
    expect(naming(/npm run (?:-s )?([\w-]+)/g, (script) => Object.hasOwn(scripts, script))).toEqual(
      [],
    );
  });
});
