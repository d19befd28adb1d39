import path from 'node:path';
import { type ParserPlugin, parse } from '@babel/parser';
import { type Node, type Program, traverseFast } from '@babel/types';
import type { RsbuildPlugin } from '@rsbuild/core';

const PREFIXES = new Map([
  ['lazyRoute', 'route'],
  ['lazySlot', 'slot'],
]);

/** Syntax of a file by its name. In `.ts`, `<A>value` is a type assertion, not an element. */
function getSyntax(file: string): ParserPlugin[] {
  const types: ParserPlugin[] = ['typescript', 'decorators'];
  return /\.tsx?$/.test(file) ? (file.endsWith('x') ? [...types, 'jsx'] : types) : ['jsx'];
}

/** Returns a function that returns the chunk prefix of a call by its callee, if it is an imported `lazyRoute` or `lazySlot`. */
function readImports({ body }: Program): (callee: Node) => string | undefined {
  const named = new Map<string, string | undefined>();
  const namespaces = new Set<string>();
  for (const specifier of body.flatMap((it) =>
    it.type === 'ImportDeclaration' ? it.specifiers : [],
  )) {
    if (specifier.type === 'ImportNamespaceSpecifier') namespaces.add(specifier.local.name);
    if (specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier')
      named.set(specifier.local.name, PREFIXES.get(specifier.imported.name));
  }
  return (callee) => {
    if (callee.type === 'Identifier') return named.get(callee.name);
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
    const isNamespace = callee.object.type === 'Identifier' && namespaces.has(callee.object.name);
    return isNamespace ? PREFIXES.get(callee.property.name) : undefined;
  };
}

function readId(node: Node | undefined): string | undefined {
  const text =
    node?.type === 'StringLiteral'
      ? node.value
      : node?.type === 'TemplateLiteral' && node.expressions.length === 0
        ? node.quasis[0]?.value.cooked
        : undefined;
  return /^[\w-]+$/.test(text ?? '') ? (text ?? undefined) : undefined;
}

/** Returns the place of the only address that an inline function imports. */
function findImport(loader: Node | undefined): number | undefined {
  const places: number[] = [];
  if (loader?.type === 'ArrowFunctionExpression' || loader?.type === 'FunctionExpression')
    traverseFast(loader, (node) => {
      if (node.type === 'ImportExpression') places.push(node.source.start ?? 0);
    });
  return places.length === 1 ? places[0] : undefined;
}

/**
 * Names the chunk of each `lazyRoute('id', () => import('…'))` `route-id`, of each `lazySlot` `slot-id`.
 *
 * @throws {Error} for another form, with its line first.
 */
export function nameChunks(code: string, file = 'remote.tsx'): string {
  const { program } = parse(code, {
    sourceType: 'module',
    plugins: getSyntax(file),
    createImportExpressions: true,
    errorRecovery: true, // the compiler reports them
  });
  const findPrefix = readImports(program);
  const comments: { at: number; text: string }[] = [];
  traverseFast(program, (node) => {
    const prefix = node.type === 'CallExpression' && findPrefix(node.callee);
    if (!prefix) return;
    const [id, at] = [readId(node.arguments[0]), findImport(node.arguments[1])];
    if (!id || at === undefined)
      throw new Error(
        `line ${node.loc?.start.line}: lazyRoute and lazySlot need a literal id and an inline import: lazyRoute('help', () => import('./routes/help'))`,
      );
    comments.push({ at, text: `/* webpackChunkName: "${prefix}-${id}" */ ` });
  });
  return comments
    .sort((a, b) => b.at - a.at)
    .reduce((named, { at, text }) => named.slice(0, at) + text + named.slice(at), code);
}

/** Returns {@link nameChunks} of a file. Throws without a stack, which names files that the team does not have. */
function nameChunksIn(code: string, file: string): string {
  try {
    return nameChunks(code, file);
  } catch (error) {
    const { message } = error as Error;
    throw Object.assign(new Error(`${file}, ${message}`), { stack: `${file}, ${message}` });
  }
}

export const nameChunksPlugin = (): RsbuildPlugin => ({
  name: 'carry:name-chunks',
  setup(api) {
    api.transform({ test: /\.[jt]sx?$/, order: 'pre' }, ({ code, resourcePath }) =>
      /\blazy(?:Route|Slot)\b/.test(code)
        ? nameChunksIn(code, path.relative(api.context.rootPath, resourcePath))
        : code,
    );
  },
});
