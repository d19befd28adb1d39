import { BROWSER_SYNTAX } from '@carry/contracts/browsers';
import { parse } from 'acorn';
import { analyze, type Reference, type Scope, type Variable } from 'eslint-scope';
import type * as Es from 'estree';

export type Node = Es.Node & { start: number; end: number };
export type Func = Es.FunctionDeclaration | Es.FunctionExpression | Es.ArrowFunctionExpression;
export interface Placed {
  node: Node;
  parent: Node | null;
}

export const isFunction = (node: Es.Node | null | undefined): node is Func =>
  node?.type === 'FunctionDeclaration' ||
  node?.type === 'FunctionExpression' ||
  node?.type === 'ArrowFunctionExpression';

/** Parses a built script by the newest edition that all supported browsers have; a bundler's file is a classic script. Throws `SyntaxError`. */
export function parseScript(code: string) {
  const options = {
    ecmaVersion: BROWSER_SYNTAX,
    allowReturnOutsideFunction: true,
    ranges: true,
  } as const;
  try {
    return {
      program: parse(code, { ...options, sourceType: 'script' }) as unknown as Es.Program,
      sourceType: 'script' as const,
    };
  } catch {
    return {
      program: parse(code, { ...options, sourceType: 'module' }) as unknown as Es.Program,
      sourceType: 'module' as const,
    };
  }
}

/** Returns the variable of each identifier; `null`: a global of the browser. */
export function resolveNames(program: Es.Program, sourceType: 'script' | 'module') {
  const manager = analyze(program as never, {
    ecmaVersion: 2022,
    sourceType,
    ignoreEval: true,
    fallback: 'iteration',
  });
  const resolved = new Map<Es.Node, Variable | null>();
  for (const scope of manager.scopes as Scope[]) {
    for (const reference of scope.references as Reference[]) {
      const { identifier } = reference;
      const declared = reference.resolved ?? manager.globalScope?.set.get(identifier.name) ?? null;
      resolved.set(identifier as Es.Node, declared?.defs.length ? declared : null);
    }
    for (const variable of scope.variables)
      for (const { name } of variable.defs) resolved.set(name as Es.Node, variable);
  }
  return resolved;
}

/** Returns every node with its parent, in the order of the text. */
export function listNodes(program: Es.Program): Placed[] {
  const nodes: Placed[] = [];
  const stack: Placed[] = [{ node: program as Node, parent: null }];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    nodes.push(entry);
    for (const child of getChildren(entry.node).reverse())
      stack.push({ node: child, parent: entry.node });
  }
  return nodes;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

const getChildren = (node: Node): Node[] =>
  (Object.values(node) as unknown[]).flat().filter(isNode);

export const getPropertyKey = ({
  key,
  computed,
}: Es.Property | Es.PropertyDefinition): string | undefined => {
  if (!computed && key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : undefined;
};
