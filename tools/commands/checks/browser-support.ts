import { createRequire } from 'node:module';
import path from 'node:path';
import { SUPPORTED_BROWSERS } from '@carry/contracts/browsers';
import type {
  CompatData,
  CompatStatement,
  Identifier as Entry,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data';
import ts from 'typescript-api';

export const data = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;
const apis = data.api as Entry;
const builtins = data.javascript['builtins'] as Entry;

const BROWSERS: Record<string, keyof CompatStatement['support']> = { ios_saf: 'safari_ios' };
const oldest = SUPPORTED_BROWSERS.map((query) => {
  const [name = '', , version = ''] = query.split(' ');
  return { browser: BROWSERS[name] ?? (name as 'chrome'), version: Number(version) };
});

interface Prefixes {
  /** A prefixed name counts: builds add the prefixes of style sheets. */
  withPrefix?: boolean;
}

/** Returns true if a version has the feature without a flag, a prefix or another name. */
export function isIn(
  { version_added, flags, prefix, alternative_name }: SimpleSupportStatement,
  version: number,
  { withPrefix = false }: Prefixes = {},
) {
  const isOther = alternative_name || (prefix && !withPrefix);
  if (flags || isOther || !version_added) return false;
  return Number.parseFloat(String(version_added).replace('≤', '')) <= version;
}

/** The supported browsers that lack a feature in their oldest version, such as `safari 16.4`. */
export function lacking({ support }: CompatStatement, prefixes?: Prefixes): string[] {
  return oldest
    .filter(({ browser, version }) => {
      const statements = support[browser];
      const all = Array.isArray(statements) ? statements : statements ? [statements] : [];
      return all.length > 0 && !all.some((one) => isIn(one, version, prefixes));
    })
    .map(({ browser, version }) => `${browser} ${version}`);
}

const member = (owner: string, name: string): Entry | undefined => {
  const type = owner.replace(/^Readonly(?=Array|Map|Set)/, '');
  const base = type.replace(/Constructor$/, '');
  return (
    (type === base ? apis[base]?.[name] : undefined) ??
    apis[base]?.[`${name}_static`] ??
    builtins[base]?.[name] ??
    builtins['Intl']?.[base]?.[name]
  );
};

const isOfBrowser = ({ declarations = [] }: ts.Symbol) =>
  declarations.some((node) => /\/lib\.[\w.]+\.d\.ts$/.test(node.getSourceFile().fileName));

function typeNames(type: ts.Type, checker: ts.TypeChecker): string[] {
  const apparent = checker.getApparentType(type);
  const parts = apparent.isUnionOrIntersection() ? apparent.types : [];
  const bases = apparent.isClassOrInterface() ? checker.getBaseTypes(apparent) : [];
  const target = (apparent as ts.TypeReference).target;
  return [
    apparent.symbol?.name ?? '',
    ...[...parts, ...bases, ...(target && target !== apparent ? [target] : [])].flatMap((part) =>
      typeNames(part, checker),
    ),
  ];
}

/** The interface or variable that declares a member: `Element`, or `URL` for a static one. */
function declaredBy({ declarations = [] }: ts.Symbol): string[] {
  return declarations.map(({ parent }) =>
    parent && ts.isInterfaceDeclaration(parent)
      ? parent.name.text
      : parent?.parent && ts.isVariableDeclaration(parent.parent)
        ? parent.parent.name.getText()
        : '',
  );
}

/** Features that exist only with another one, which code has to check. */
export const COMES_WITH: Record<string, string> = {
  cancelIdleCallback: 'requestIdleCallback',
  createPolicy: 'trustedTypes',
  ready: 'startViewTransition',
  skipTransition: 'startViewTransition',
};

/** Returns true if a missing member breaks the code here: it is called, made or read from. Else it is `undefined`. A variable that holds it counts unless it is a number, a text or the like. */
function breaks(node: ts.Node, checker: ts.TypeChecker): boolean {
  const { parent } = node;
  if (ts.isBindingElement(node))
    return (checker.getTypeAtLocation(node.name).flags & ts.TypeFlags.Object) !== 0;
  if (!ts.isPropertyAccessExpression(node)) return true;
  return (
    ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node) ||
    (ts.isPropertyAccessExpression(parent) && !parent.questionDotToken)
  );
}

interface Use {
  node: ts.Node;
  name: string;
  entry: Entry | undefined;
}

/** Events that some supported browser lacks, where the code does without. */
const OPTIONAL_EVENTS = new Set([
  'beforeunload', // not in Safari on iPhone: drafts keep what was typed
]);

function eventUse(node: ts.CallExpression, checker: ts.TypeChecker): Use | null {
  const { expression: callee } = node;
  const [name] = node.arguments;
  if (!name || !ts.isStringLiteral(name) || OPTIONAL_EVENTS.has(name.text)) return null;
  const isMember = ts.isPropertyAccessExpression(callee);
  if ((isMember ? callee.name : callee).getText() !== 'addEventListener') return null;
  const owners = isMember
    ? typeNames(checker.getTypeAtLocation(callee.expression), checker)
    : ['Window'];
  const entry = owners.map((owner) => apis[owner]?.[`${name.text}_event`]).find(Boolean);
  return { node, name: name.text, entry };
}

function getUse(node: ts.Node, checker: ts.TypeChecker): Use | null {
  if (ts.isPropertyAccessExpression(node))
    return memberUse(node, { key: node.name, owner: node.expression, checker });
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    const key = node.propertyName ?? node.name;
    return ts.isIdentifier(key) ? memberUse(node, { key, owner: node.parent, checker }) : null;
  }
  if (!ts.isIdentifier(node) || !ts.isExpression(node)) return null;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return null;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return null;
  const symbol = checker.getSymbolAtLocation(node);
  if (!symbol || !isOfBrowser(symbol) || !(symbol.flags & ts.SymbolFlags.Value)) return null;
  const { text } = node;
  return { node, name: text, entry: apis[text] ?? apis['Window']?.[text] ?? builtins[text] };
}

interface Member {
  key: ts.Identifier | ts.MemberName;
  owner: ts.Node;
  checker: ts.TypeChecker;
}

function memberUse(node: ts.Node, { key, owner, checker }: Member): Use | null {
  const type = checker.getTypeAtLocation(owner);
  const symbol = checker.getPropertyOfType(checker.getApparentType(type), key.text);
  if (!symbol || !isOfBrowser(symbol)) return null;
  const owners = [...typeNames(type, checker), ...declaredBy(symbol)];
  const entry = owners.map((name) => member(name, key.text)).find(Boolean);
  return { node, name: key.text, entry };
}

const CONDITION_OPERATORS = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

function isQuestion(node: ts.Node, parent: ts.Node): boolean {
  if (ts.isTypeOfExpression(parent)) return true;
  if (ts.isCallExpression(parent))
    return parent.expression === node && parent.questionDotToken !== undefined;
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isIfStatement(parent)) return parent.expression === node;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  return (
    ts.isBinaryExpression(parent) &&
    parent.left === node &&
    CONDITION_OPERATORS.has(parent.operatorToken.kind as ts.SyntaxKind.AmpersandAmpersandToken)
  );
}

/** The name of the feature that the code asks for here, or null. */
export function findGuard(node: ts.Node): string | null {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword)
    return ts.isStringLiteral(node.left) ? node.left.text : null;
  if (ts.isIdentifier(node)) return isQuestion(node, node.parent) ? node.text : null;
  if (!ts.isPropertyAccessExpression(node)) return null;
  return isQuestion(node, node.parent) ? node.name.text : null;
}

function problemsIn(source: ts.SourceFile, checker: ts.TypeChecker, root: string): string[] {
  const uses: Use[] = [];
  const guarded = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    const guard = findGuard(node);
    if (guard) guarded.add(guard);
    const use = ts.isCallExpression(node) ? eventUse(node, checker) : getUse(node, checker);
    if (use) uses.push(use);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses.flatMap(({ node, name, entry }) => {
    const isSafe =
      guarded.has(name) || guarded.has(COMES_WITH[name] ?? '') || !breaks(node, checker);
    const missing = entry?.__compat && !isSafe ? lacking(entry.__compat) : [];
    if (missing.length === 0) return [];
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    const place = `${path.relative(root, source.fileName)}:${line + 1}`;
    return [
      `${place}: ${name} is missing in ${missing.join(', ')}; ask for it first ('${name}' in …, ?.()) or do without`,
    ];
  });
}

/** Lists uses of the browser, as TypeScript resolves them, that the oldest supported browsers lack and that no guard in the same file covers. */
export function supportProblems(files: readonly string[], root: string): string[] {
  const program = ts.createProgram([...files], {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return source ? problemsIn(source, checker, root) : [];
  });
}
