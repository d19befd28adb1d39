import type * as Es from 'estree';
import { Flows } from './script-flows';
import { listNodes, type Placed, parseScript, resolveNames } from './script-names';

/** A script with what its names refer to. */
export interface Script {
  /** Each node with the node around it, in the order of the text. */
  nodes: readonly Placed[];
  /** Whether an identifier refers to a name of the browser, not to one of the script. */
  isBrowserName(node: Es.Node, name: string): boolean;
  /** The bits of `WINDOW`, `DOCUMENT` and `NAVIGATOR` that an expression may hold. */
  kindOf(node: Es.Node | null | undefined): number;
  /** The text that an expression always comes to; `undefined`: unknown. */
  textOf(node: Es.Node | null | undefined): string | undefined;
  /** The name of the property that a member expression reads or writes; `undefined`: unknown. */
  propertyOf(node: Es.MemberExpression): string | undefined;
  /** Members that destructuring reads, as `const { cookie } = document` does. */
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
