import type * as Es from 'estree';
import { Flows } from './script-flows';
import { listNodes, type Placed, parseScript, resolveNames } from './script-names';

export interface Script {
  nodes: readonly Placed[];
  isBrowserName(node: Es.Node, name: string): boolean;
  kindOf(node: Es.Node | null | undefined): number;
  /** Constant text of an expression; `undefined`: unknown. */
  textOf(node: Es.Node | null | undefined): string | undefined;
  propertyOf(node: Es.MemberExpression): string | undefined;
  /** Members that destructuring reads, such as `const { cookie } = document`. */
  destructured: readonly Es.MemberExpression[];
}

/** Parses a built script and follows the global object through variables, properties, parameters and results. Throws `SyntaxError`. */
export function readScript(code: string): Script {
  const { program, sourceType } = parseScript(code);
  const resolved = resolveNames(program, sourceType);
  const nodes = listNodes(program);
  const flows = new Flows(resolved, nodes);
  const { kindOf, textOf, propertyOf } = flows;
  return {
    nodes,
    isBrowserName: (node, name) =>
      node.type === 'Identifier' && node.name === name && resolved.get(node) === null,
    kindOf,
    textOf,
    propertyOf,
    destructured: flows.destructured,
  };
}
