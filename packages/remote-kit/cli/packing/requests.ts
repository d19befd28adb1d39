import { runInNewContext } from 'node:vm';
import { type AnyNode, type Options, type Program, parse } from 'acorn';

export interface Requests {
  /** Texts, one of which may be the path of a file. */
  texts: Set<string>;
  imports: Set<string>;
  /** Chunks that it starts as workers: `r.p + r.u(495)`. */
  workers: Set<Id>;
  /** Ids that may be those of chunks: arguments of `r.e(592)`, and lists of `import()` with a pattern. */
  ids: Set<Id>;
  /** Returns the files that the runtimes in this script give a chunk. */
  nameChunk(id: Id): string[];
}

type Id = string | number;

function parseAny(code: string): Program {
  const options: Options = { ecmaVersion: 'latest', allowReturnOutsideFunction: true };
  try {
    return parse(code, { ...options, sourceType: 'script' });
  } catch {
    return parse(code, { ...options, sourceType: 'module' });
  }
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value;

function* walk(program: Program): Generator<AnyNode> {
  const stack: AnyNode[] = [program];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    for (const child of Object.values(node).flat().filter(isNode)) stack.push(child);
  }
}

const isProperty = (node: AnyNode, name: string): boolean =>
  node.type === 'MemberExpression' &&
  node.property.type === 'Identifier' &&
  node.property.name === name;

function readText(node: AnyNode): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? undefined)
    : undefined;
}

const readId = (node: AnyNode | null | undefined): Id[] => {
  const text = node && readText(node);
  if (text !== undefined && text !== null) return [text];
  return node?.type === 'Literal' && typeof node.value === 'number' ? [node.value] : [];
};

/** Returns the id in `r.u(495)`, or in a call of another member. */
const readCall = (node: AnyNode, member: string): Id[] =>
  node.type === 'CallExpression' && isProperty(node.callee, member)
    ? readId(node.arguments[0])
    : [];

function readIds(node: AnyNode): Id[] {
  if (node.type === 'ArrayExpression') return node.elements.flatMap(readId);
  return node.type === 'Property' ? readId(node.value) : readCall(node, 'e');
}

const readWorker = (node: AnyNode): Id[] =>
  node.type === 'BinaryExpression' && node.operator === '+' && isProperty(node.left, 'p')
    ? readCall(node.right, 'u')
    : [];

const readImport = (node: AnyNode): string | undefined =>
  'source' in node && isNode(node.source) ? readText(node.source) : undefined;

/** Returns a list with the result; empty for other code that looks like a bundler's. */
function attempt<Result>(run: () => Result): Result[] {
  try {
    return [run()];
  } catch {
    return [];
  }
}

/** Reads the functions of a bundler's runtime that name chunks, `r.u = (id) => id + '.js'`. They may call `r.h()`, the hash of the build. */
function readNaming(code: string, nodes: readonly AnyNode[]): Requests['nameChunk'] {
  const members = (name: string) =>
    nodes.flatMap((node) =>
      node.type === 'AssignmentExpression' && isProperty(node.left, name)
        ? [{ target: node.left, text: code.slice(node.start, node.end) }]
        : [],
    );
  const hashes = members('h');
  const namings = members('u').flatMap(({ target, text }) => {
    if (target.type !== 'MemberExpression') return [];
    const runtime = code.slice(target.object.start, target.object.end);
    const hash = hashes
      .filter(({ text }) => text.startsWith(`${runtime}.`))
      .map(({ text }) => text);
    return attempt(
      () =>
        runInNewContext(
          `((${runtime})=>{${[...hash, text].join(';')};return ${runtime}.u})({})`,
        ) as (id: Id) => unknown,
    );
  });
  return (id) => namings.flatMap((naming) => attempt(() => String(naming(id))));
}

/** Reads a built script. Throws `SyntaxError`. */
export function readRequests(code: string): Requests {
  const nodes = [...walk(parseAny(code))];
  const collect = <Value>(read: (node: AnyNode) => Value[]) => new Set(nodes.flatMap(read));
  const present = (text: string | undefined) => (text === undefined ? [] : [text]);
  return {
    texts: collect((node) => present(readText(node))),
    imports: collect((node) => present(readImport(node))),
    workers: collect(readWorker),
    ids: collect(readIds),
    nameChunk: readNaming(code, nodes),
  };
}
