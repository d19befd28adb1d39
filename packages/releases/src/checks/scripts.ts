import type * as Es from 'estree';
import { DOCUMENT, Flows, NAVIGATOR, WINDOW } from './script-flows';
import {
  getPropertyKey,
  listNodes,
  type Node,
  type Placed,
  parseScript,
  resolveNames,
} from './script-names';

export interface ScriptProblem {
  /** `storage`: uses the site-wide storage. `policy`: the page's policy blocks it. `wasm`, `worker`: the policy of its pages must allow it. */
  kind: 'storage' | 'policy' | 'wasm' | 'worker';
  /** Follows the name of the file: "makes markup from text". */
  what: string;
  index: number;
  remedy: string;
}

interface Script {
  nodes: readonly Placed[];
  isBrowserName(node: Es.Node, name: string): boolean;
  getKind(node: Es.Node | null | undefined): number;
  /** Constant text of an expression; `undefined`: unknown. */
  textOf(node: Es.Node | null | undefined): string | undefined;
  getProperty(node: Es.MemberExpression): string | undefined;
  /** Members that destructuring reads, such as `const { cookie } = document`. */
  destructured: readonly Es.MemberExpression[];
}

interface Seen extends Placed {
  script: Script;
}
type Found = Omit<ScriptProblem, 'index'> & { at?: Es.Node };
type Rule = (seen: Seen) => Found | undefined | false;

const markup = {
  kind: 'policy' as const,
  what: 'makes markup from text',
  remedy:
    "the page's policy (Trusted Types) stops it; render elements (for Markdown: renderMarkdown of @carry/ui), set textContent, or take a build of the library without it",
};
const scriptElement = {
  kind: 'policy' as const,
  what: 'makes a script element',
  remedy: 'load the scripts of third parties with shell.loadScript, and your own with import()',
};
const codeFromText = {
  kind: 'policy' as const,
  what: 'makes code from text',
  remedy:
    "the page's policy stops it; pass a function, load code with import(), or take a build of the library without it (many have one 'for CSP')",
};
/** Only workers have `importScripts`. The policy of a worker's file limits it to the site's scripts. */
const foreignScript = {
  kind: 'policy' as const,
  what: 'loads a script of another origin',
  remedy: "the worker's policy stops it; import the library, so that the build bundles it",
};
const OTHER_ORIGIN = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;
const webAssembly = { kind: 'wasm' as const, what: 'compiles WebAssembly', remedy: '' };
const worker = { kind: 'worker' as const, what: 'starts a worker', remedy: '' };
const storage = (name: string) => ({
  kind: 'storage' as const,
  what: `uses ${name}`,
  remedy:
    'all remotes share the storage of the origin, which also has the session; keep drafts with shell.drafts, read the user from shell.auth, and keep everything else in memory or behind your API',
});

const STORAGE = new Set(['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore']);
const MARKUP_PROPERTIES = new Set(['innerHTML', 'outerHTML', 'srcdoc']);
const MARKUP_METHODS = new Set([
  'insertAdjacentHTML',
  'createContextualFragment',
  'parseFromString',
  'parseHTMLUnsafe',
  'setHTMLUnsafe',
]);
const WASM_METHODS = new Set([
  'compile',
  'compileStreaming',
  'instantiate',
  'instantiateStreaming',
  'Module',
]);

const isQuestion = (node: Node, parent: Node | null): boolean =>
  (parent?.type === 'UnaryExpression' &&
    (parent.operator === 'typeof' || parent.operator === '!')) ||
  ((parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression') &&
    parent.test === node) ||
  (parent?.type === 'LogicalExpression' && parent.operator === '&&' && parent.left === node);

const isConstant = (node: Es.Node): boolean =>
  node.type === 'Literal' ||
  (node.type === 'Identifier' && node.name === 'undefined') ||
  (node.type === 'UnaryExpression' && isConstant(node.argument)) ||
  (node.type === 'TemplateLiteral' && node.expressions.length === 0);

function storageOfMember(node: Es.MemberExpression, script: Script) {
  const name = script.getProperty(node);
  if (name === undefined) return undefined;
  if (name === 'storageArea') return storage('storageArea');
  const kind = script.getKind(node.object);
  if (kind & WINDOW && STORAGE.has(name)) return storage(name);
  if (kind & DOCUMENT && name === 'cookie') return storage('document.cookie');
  if (kind & NAVIGATOR && (name === 'storage' || name === 'storageBuckets'))
    return storage(`navigator.${name}`);
  return undefined;
}

const identifiers: Rule = ({ node, parent, script }) => {
  if (
    node.type !== 'Identifier' ||
    (parent?.type === 'UnaryExpression' && isQuestion(node, parent))
  )
    return undefined;
  const isBrowsers = (name: string) => script.isBrowserName(node, name);
  if (STORAGE.has(node.name) && isBrowsers(node.name)) return storage(node.name);
  return isBrowsers('eval') && codeFromText;
};

const members: Rule = ({ node, parent, script }) => {
  if (node.type !== 'MemberExpression') return undefined;
  if (parent?.type === 'UnaryExpression' && parent.operator === 'typeof') return undefined;
  const isWritten = parent?.type === 'AssignmentExpression' && parent.left === node;
  const name = script.getProperty(node) ?? '';
  const problem =
    storageOfMember(node, script) ??
    (isWritten ? ofWrite(name) : undefined) ??
    (MARKUP_METHODS.has(name) && !isQuestion(node, parent) ? markup : undefined) ??
    ofMember(node, name, script);
  return problem && { ...problem, at: node.property };
};

function ofWrite(name: string) {
  if (MARKUP_PROPERTIES.has(name) || name === '__html') return markup;
  return name === 'onstorage' ? storage('the event storage') : undefined;
}

function ofMember({ object }: Es.MemberExpression, name: string, script: Script) {
  if (/^write(?:ln)?$/.test(name) && script.getKind(object) & DOCUMENT) return markup;
  if (name === 'eval' && script.getKind(object) & WINDOW) return codeFromText;
  return WASM_METHODS.has(name) && script.isBrowserName(object, 'WebAssembly')
    ? webAssembly
    : undefined;
}

/** Keys of an object that a call gets (element properties, `Object.assign`) are properties that it sets. */
const keys: Rule = ({ node, parent, script }) => {
  if (node.type !== 'ObjectExpression') return undefined;
  const call = parent?.type === 'CallExpression' && parent.callee !== node ? parent : undefined;
  const isAssigned =
    call?.callee.type === 'MemberExpression' && script.getProperty(call.callee) === 'assign';
  for (const property of node.properties) {
    if (property.type !== 'Property') continue;
    const name = getPropertyKey(property) ?? script.textOf(property.key) ?? '';
    const isSet = isAssigned || !isConstant(property.value);
    const isSink =
      name === '__html' ||
      (isSet && MARKUP_PROPERTIES.has(name)) ||
      (isSet && call && (name === 'dangerouslySetInnerHTML' || name === 'srcDoc'));
    if (isSink) return { ...markup, at: property };
  }
  return undefined;
};

const calls: Rule = ({ node, script }) => {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  const { callee, arguments: args } = node;
  if (node.type === 'NewExpression' && startsWorker(callee, script)) return worker;
  const [first, second] = args.map((argument) => script.textOf(argument));
  const problem = script.isBrowserName(callee, 'Function')
    ? !(args.length === 1 && first === 'return this') && codeFromText
    : (ofCall(getName(callee, script), first, second) ?? readsByName(args, second ?? '', script));
  return problem && { ...problem, at: callee.type === 'MemberExpression' ? callee.property : node };
};

const startsWorker = (callee: Es.Node, script: Script) =>
  ['Worker', 'SharedWorker'].some(
    (name) =>
      script.isBrowserName(callee, name) ||
      (callee.type === 'MemberExpression' &&
        script.getKind(callee.object) & WINDOW &&
        script.getProperty(callee) === name),
  );

const getName = (callee: Es.Node, script: Script): string | undefined => {
  if (callee.type === 'MemberExpression') return script.getProperty(callee);
  return callee.type === 'Identifier' ? callee.name : undefined;
};

function ofCall(name: string | undefined, first: string | undefined, second = '') {
  switch (name) {
    case 'createElement':
      return first?.toLowerCase() === 'script' ? scriptElement : undefined;
    case 'createElementNS':
      return second.toLowerCase() === 'script' ? scriptElement : undefined;
    case 'setTimeout':
    case 'setInterval':
      return first === undefined ? undefined : codeFromText;
    case 'importScripts':
      return OTHER_ORIGIN.test(first ?? '') && foreignScript;
    case 'setAttribute':
      return first?.toLowerCase() === 'srcdoc' ? markup : undefined;
    case 'addEventListener':
      return first === 'storage' ? storage('the event storage') : undefined;
    default:
      return undefined;
  }
}

/** `Reflect.get(window, 'localStorage')` and other calls with an object and a property name. */
function readsByName([object]: Es.Node[], name: string, script: Script) {
  if (!object || !name) return undefined;
  const isPrototype =
    name === 'cookie' &&
    object.type === 'MemberExpression' &&
    script.isBrowserName(object.object, 'Document');
  if (isPrototype) return storage('document.cookie');
  const read = { type: 'MemberExpression', object, property: { type: 'Identifier', name } };
  return storageOfMember(read as Es.MemberExpression, script);
}

const rules: Partial<Record<Node['type'], Rule>> = {
  Identifier: identifiers,
  MemberExpression: members,
  ObjectExpression: keys,
  CallExpression: calls,
  NewExpression: calls,
};

/** Parses a built script and follows the global object through variables, properties, parameters and results. Throws `SyntaxError`. */
function readScript(code: string): Script {
  const { program, sourceType } = parseScript(code);
  const resolved = resolveNames(program, sourceType);
  const nodes = listNodes(program);
  const flows = new Flows(resolved, nodes);
  const { getKind, textOf, getProperty } = flows;
  return {
    nodes,
    isBrowserName: (node, name) =>
      node.type === 'Identifier' && node.name === name && resolved.get(node) === null,
    getKind,
    textOf,
    getProperty,
    destructured: flows.destructured,
  };
}

/** Finds uses of the browser that the page's policy blocks, and uses of the site-wide storage. Throws `SyntaxError`. */
export function findInScript(code: string): ScriptProblem[] {
  const script = readScript(code);
  const problemAt = (problem: Found, node: Es.Node): ScriptProblem => {
    const { at = node, ...rest } = problem;
    return { ...rest, index: (at as Node).start };
  };
  const problems: ScriptProblem[] = [];
  for (const { node, parent } of script.nodes) {
    const rule = rules[node.type];
    const problem = rule?.({ node, parent, script });
    if (problem) problems.push(problemAt(problem, node));
  }
  const destructured = script.destructured.flatMap((node) => {
    const problem = storageOfMember(node, script);
    return problem ? [problemAt(problem, node)] : [];
  });
  return [...problems, ...destructured].sort((a, b) => a.index - b.index);
}
