// The import law and a few other laws that a tool can check; each rule says why.
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { remotes, root } from 'workspace';

const MOST_LINES = 250;
const packages = [
  'contracts',
  'shared-ui',
  'remote-kit',
  'shell',
  ...remotes,
  'registry',
  'api',
  'sandbox',
  'workspace',
  'e2e',
  'bench',
  'scripts',
];

interface Source {
  pkg: string;
  file: string;
  text: string;
  imports: string[];
}

interface Rule {
  why: string;
  /** What is wrong with a source file, or nothing. */
  check(source: Source): string[];
}

const isRemote = (pkg: string) => remotes.includes(pkg);
const isTest = ({ file }: Source) => /(\.test\.tsx?|\/test\/)/.test(file);
const isConfig = ({ file }: Source) => file.endsWith('rsbuild.config.ts');
const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
const mayImport: Record<string, string[]> = {
  contracts: [],
  'shared-ui': [],
  'remote-kit': ['contracts', 'shared-ui'],
  shell: ['contracts', 'shared-ui', 'remote-kit', 'registry'],
  registry: ['contracts', 'remote-kit'],
  api: ['contracts'],
  sandbox: [],
  workspace: ['registry', 'sandbox', 'shell'],
  e2e: ['api', 'contracts', 'registry', 'remote-kit', 'workspace'],
  bench: ['contracts', 'registry', 'remote-kit', 'shared-ui', 'shell', 'workspace'],
};
const visitorGlobals = /\b(localStorage|sessionStorage|document\.cookie|process\.env|fetch\(|XMLHttpRequest|window\.open)/g;

const rules: Rule[] = [
  {
    why: 'packages depend in one direction, so that each is deployed alone',
    check: ({ pkg, imports, ...rest }) => {
      if (isTest({ pkg, imports, ...rest }) || isConfig({ pkg, imports, ...rest })) return [];
      const allowed = isRemote(pkg) ? ['contracts', 'remote-kit', 'shared-ui'] : mayImport[pkg];
      return imports.map(packageOf).filter((name) => packages.includes(name) && name !== pkg && allowed && !allowed.includes(name));
    },
  },
  {
    why: 'what is imported is declared, so that a package builds alone',
    check: ({ pkg, imports }) => {
      const read = (folder: string) => JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
      const own = read(pkg);
      const declared = { ...own.dependencies, ...own.devDependencies, ...read('.').devDependencies };
      return imports.map(packageOf).filter((name) => !(name in declared) && name !== pkg && !builtinModules.includes(name));
    },
  },
  {
    why: 'one folder does not reach into another package by path',
    check: ({ pkg, file, imports }) =>
      imports.filter((specifier) => {
        const target = specifier.startsWith('.') ? path.relative(path.join(root, pkg), path.resolve(path.dirname(file), specifier)) : '';
        return target.startsWith('..') && pkg !== 'bench' && !file.includes('playwright.config');
      }),
  },
  {
    why: 'a remote receives everything as an argument: no storage, no environment, no calls of its own',
    check: (source) => (isRemote(source.pkg) && !isTest(source) ? [...source.text.matchAll(visitorGlobals)].map(([found]) => found) : []),
  },
  {
    why: 'shared-ui is looks only: no data, no store, no router',
    check: ({ pkg, text, imports }) =>
      pkg === 'shared-ui'
        ? [...imports.filter((name) => /zustand|react-router/.test(name)), ...[...text.matchAll(/\bfetch\(/g)].map(([found]) => found)]
        : [],
  },
  {
    why: 'one file knows the federation runtime, so that there is one way to load a remote',
    check: ({ file, imports }) =>
      file.endsWith('shell/browser/loading/federation.ts')
        ? []
        : imports.filter((name) => name.startsWith('@module-federation') && name.includes('runtime')),
  },
  {
    why: 'eager sharing and computed public paths break late remotes and pinned files',
    check: ({ pkg, file, text }) =>
      ['e2e', 'registry'].includes(pkg) || file.endsWith('checks/boundaries.ts') // what never reaches a page
        ? []
        : [...text.matchAll(/\b(eager: true|getPublicPath|innerHTML =|dangerouslySetInnerHTML)/g)].map(([found]) => found),
  },
  {
    why: `a file past ${MOST_LINES} lines is two files`,
    check: ({ text }) => {
      const lines = text.split('\n').length;
      return lines > MOST_LINES ? [`${lines} lines`] : [];
    },
  },
];

function sourcesOf(pkg: string, folder = path.join(root, pkg)): Source[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist', 'dist-dev'].includes(entry.name) ? [] : sourcesOf(pkg, file);
    if (!/\.tsx?$/.test(entry.name) || entry.name.endsWith('.d.ts')) return [];
    const text = readFileSync(file, 'utf8');
    const imports = [...text.matchAll(/^(?:import|export)\s[^'"`;]*?from\s+'([^']+)'|^import '([^']+)'|import\('([^']+)'\)/gm)].map(
      (match) => match[1] ?? match[2] ?? match[3] ?? '',
    );
    return [
      {
        pkg,
        file,
        text,
        imports: imports.map((name) => name.replace(/^node:/, '')).filter((name) => !name.startsWith('.') || name.includes('..')),
      },
    ];
  });
}

const sources = packages.flatMap((pkg) => sourcesOf(pkg));
const problems = sources.flatMap((source) =>
  rules.flatMap((rule) => {
    const found = rule.check({
      ...source,
      imports: rule.why.startsWith('one folder') ? source.imports : source.imports.filter((name) => !name.startsWith('.')),
    });
    return found.map((what) => `${path.relative(root, source.file)}: ${what} (${rule.why})`);
  }),
);
for (const problem of problems) console.error(problem);
console.log(`${sources.length} files, ${rules.length} rules, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
