import type { Variable } from 'eslint-scope';
import type * as Es from 'estree';
import { type Func, getPropertyKey, isFunction, type Node, type Placed } from './script-names';

/** Bits of the values that an expression may have, judged by the text. */
export const WINDOW = 1;
export const DOCUMENT = 2;
export const NAVIGATOR = 4;

const GLOBALS: Record<string, number> = {
  window: WINDOW,
  self: WINDOW,
  globalThis: WINDOW,
  global: WINDOW,
  top: WINDOW,
  parent: WINDOW,
  frames: WINDOW,
  document: DOCUMENT,
  navigator: NAVIGATOR,
};
/** Properties that lead to one of them on any object: `g` is the bundler's name for the global object. */
const ANYWHERE: Record<string, number> = {
  window: WINDOW,
  globalThis: WINDOW,
  defaultView: WINDOW,
  contentWindow: WINDOW,
  g: WINDOW,
  document: DOCUMENT,
  ownerDocument: DOCUMENT,
  contentDocument: DOCUMENT,
};

const member = (object: Es.Node, name: string, at: Es.Node) =>
  ({
    type: 'MemberExpression',
    object,
    property: { type: 'Identifier', name },
    computed: false,
    optional: false,
    start: (at as Node).start,
    end: (at as Node).end,
  }) as unknown as Es.MemberExpression;

/**
 * Data flow from values to names: in `const w = window; const { document: d } = w`, `d.cookie` is `document.cookie`. Ignores order and
 * branches, which may find too much, and names computed at run time, which the page's policies stop.
 */
export class Flows {
  readonly destructured: Es.MemberExpression[] = [];
  private readonly variables = new Map<Variable, number>();
  private readonly properties = new Map<string, number>();
  private readonly results = new Map<Func, number>();
  private readonly functions = new Map<Variable, Func[]>();
  /** Values written to a variable; `null`: a value that is not in the text. */
  private readonly written = new Map<Variable, (Es.Node | null)[]>();
  private readonly toProperty: [name: string, value: Es.Node][] = [];
  private readonly toResult: [of: Func, value: Es.Node][] = [];
  /** Targets with a name that may be the text of a variable. */
  private readonly toNamed: [target: Es.MemberExpression | Es.ObjectPattern, value: Es.Node][] = [];
  /** By depth, so that the limit gives one text in any order. */
  private readonly texts: Map<Es.Node, string | undefined>[] = [];

  private readonly resolved: ReadonlyMap<Es.Node, Variable | null>;

  constructor(resolved: ReadonlyMap<Es.Node, Variable | null>, nodes: readonly Placed[]) {
    this.resolved = resolved;
    const around = new Map<Es.Node, Func | null>();
    for (const { node, parent } of nodes) {
      const outer = parent && (isFunction(parent) ? parent : (around.get(parent) ?? null));
      around.set(node, outer);
      this.collect(node, outer);
    }
    for (const { node } of nodes)
      if (node.type === 'CallExpression' || node.type === 'NewExpression') this.collectCall(node);
    for (const [target, value] of this.toNamed) this.bindNamed(target, value);
    this.texts.length = 0; // the variables have all their values now
    for (let round = 0; round < MAX_ROUNDS && this.spread(); round++);
  }

  private collect(node: Node, outer: Func | null): void {
    switch (node.type) {
      case 'VariableDeclarator':
        if (node.init) this.bind(node.id, node.init);
        break;
      case 'AssignmentExpression':
      case 'AssignmentPattern':
        this.bind(node.left, node.right);
        break;
      case 'UpdateExpression':
        this.bind(node.argument, null);
        break;
      case 'FunctionDeclaration':
        this.bind(node.id, node);
        break;
      case 'ArrowFunctionExpression':
        if (node.body.type !== 'BlockStatement') this.toResult.push([node, node.body]);
        break;
      case 'ReturnStatement':
        if (node.argument && outer) this.toResult.push([outer, node.argument]);
        break;
      case 'ForOfStatement':
      case 'ForInStatement':
        if (node.left.type !== 'VariableDeclaration') this.bind(node.left, null);
        else this.bind(node.left.declarations[0]?.id ?? null, null);
        break;
      case 'Property':
      case 'PropertyDefinition':
        if (node.value && !isPattern(node.value))
          this.bindProperty(getPropertyKey(node), node.value);
    }
  }

  private bindProperty(name: string | undefined, value: Es.Node | null): void {
    if (name !== undefined && value) this.toProperty.push([name, value]);
  }

  private collectCall({ callee, arguments: args }: Es.CallExpression | Es.NewExpression): void {
    for (const called of this.functionsIn(callee))
      for (const [index, parameter] of called.params.entries()) {
        const argument = args[index];
        if (argument && argument.type !== 'SpreadElement')
          this.bind(parameter.type === 'AssignmentPattern' ? parameter.left : parameter, argument);
      }
  }

  private functionsIn(node: Es.Node): Func[] {
    if (isFunction(node)) return [node];
    if (node.type !== 'Identifier') return [];
    const variable = this.resolved.get(node);
    return (variable && this.functions.get(variable)) || [];
  }

  private bind(target: Es.Node | null, value: Es.Node | null): void {
    if (target?.type === 'Identifier') this.bindVariable(target, value);
    else if (target?.type === 'AssignmentPattern') this.bind(target.left, value);
    else if (value && (target?.type === 'MemberExpression' || target?.type === 'ObjectPattern'))
      this.toNamed.push([target, value]);
  }

  private bindNamed(target: Es.MemberExpression | Es.ObjectPattern, value: Es.Node): void {
    if (target.type === 'ObjectPattern') this.bindPattern(target, value);
    else this.bindProperty(this.getProperty(target), value);
  }

  private bindVariable(target: Es.Identifier, value: Es.Node | null): void {
    const variable = this.resolved.get(target);
    if (!variable) return;
    addTo(this.written, variable, value);
    if (isFunction(value) && this.functionsIn(target).length < MAX_FUNCTIONS)
      addTo(this.functions, variable, value);
  }

  private bindPattern({ properties }: Es.ObjectPattern, value: Es.Node): void {
    for (const property of properties) {
      if (property.type !== 'Property') continue;
      const name = getPropertyKey(property) ?? this.textOf(property.key);
      if (name === undefined) continue;
      const read = member(value, name, property);
      this.destructured.push(read);
      this.bind(property.value, read);
    }
  }

  /** Propagates all values by one step. Returns false once a fixed point is reached. */
  private spread(): boolean {
    let changed = false;
    const add = <Key>(to: Map<Key, number>, key: Key, kind: number) => {
      const before = to.get(key) ?? 0;
      if ((before | kind) === before) return;
      to.set(key, before | kind);
      changed = true;
    };
    for (const [variable, values] of this.written)
      for (const value of values) add(this.variables, variable, this.getKind(value));
    for (const [name, value] of this.toProperty) {
      const functions = this.functionsIn(value);
      const got = functions.reduce((kind, func) => kind | (this.results.get(func) ?? 0), 0);
      add(this.properties, name, this.getKind(value) | got); // an export of the bundler is a function that returns the value
    }
    for (const [func, value] of this.toResult) add(this.results, func, this.getKind(value));
    return changed;
  }

  readonly getKind = (node: Es.Node | null | undefined): number => {
    switch (node?.type) {
      case 'Identifier': {
        const variable = this.resolved.get(node);
        return variable ? (this.variables.get(variable) ?? 0) : (GLOBALS[node.name] ?? 0);
      }
      case 'MemberExpression': {
        const name = this.getProperty(node);
        if (name === undefined) return 0;
        const onWindow = this.getKind(node.object) & WINDOW ? (kindIn(GLOBALS, name) ?? 0) : 0;
        return onWindow | (kindIn(ANYWHERE, name) ?? 0) | (this.properties.get(name) ?? 0);
      }
      case 'LogicalExpression':
        return this.getKind(node.left) | this.getKind(node.right);
      case 'ConditionalExpression':
        return this.getKind(node.consequent) | this.getKind(node.alternate);
      case 'SequenceExpression':
        return this.getKind(node.expressions.at(-1));
      case 'AssignmentExpression':
        return this.getKind(node.right);
      case 'AwaitExpression':
        return this.getKind(node.argument);
      case 'ChainExpression':
        return this.getKind(node.expression);
      case 'CallExpression':
        return this.functionsIn(node.callee).reduce(
          (kind, func) => kind | (this.results.get(func) ?? 0),
          0,
        );
      default:
        return 0;
    }
  };

  /** Returns the constant text of an expression, cut at a length that no name of the browser has; `undefined`: unknown. */
  readonly textOf = (node: Es.Node | null | undefined, depth = 0): string | undefined => {
    if (!node || depth > MAX_DEPTH) return undefined;
    this.texts[depth] ??= new Map();
    const texts = this.texts[depth];
    if (!texts.has(node)) texts.set(node, this.readText(node, depth + 1));
    return texts.get(node);
  };

  private readText(node: Es.Node, depth: number): string | undefined {
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' ? node.value.slice(0, MAX_TEXT) : undefined;
      case 'TemplateLiteral':
        return join(
          node.quasis.flatMap(({ value }, index) => {
            const next = node.expressions[index];
            return [value.cooked ?? undefined, ...(next ? [this.textOf(next, depth)] : [])];
          }),
        );
      case 'BinaryExpression':
        return node.operator === '+'
          ? join([this.textOf(node.left, depth), this.textOf(node.right, depth)])
          : undefined;
      case 'Identifier': {
        const variable = this.resolved.get(node);
        const values = (variable && this.written.get(variable)) ?? [];
        return values.length === 1 ? this.textOf(values[0], depth) : undefined;
      }
    }
    return undefined;
  }

  readonly getProperty = ({ property, computed }: Es.MemberExpression): string | undefined =>
    !computed && property.type === 'Identifier' ? property.name : this.textOf(property);
}

const MAX_DEPTH = 20;
const MAX_TEXT = 100;
/** Functions of one variable. Each of its calls is bound to all of them. */
const MAX_FUNCTIONS = 20;
const MAX_ROUNDS = 50;

function join(parts: (string | undefined)[]): string | undefined {
  let text = '';
  for (const part of parts) {
    if (part === undefined) return undefined;
    if (text.length < MAX_TEXT) text += part;
  }
  return text.slice(0, MAX_TEXT);
}

function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

const kindIn = (table: Record<string, number>, name: string) =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const isPattern = ({ type }: Es.Node) => type === 'ObjectPattern' || type === 'AssignmentPattern';
