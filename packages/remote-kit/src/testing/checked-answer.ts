import { type CallRules, calls } from '@carry/contracts/api';

class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

class OtherAnswer {
  readonly answer: unknown;

  constructor(answer: unknown) {
    this.answer = answer;
  }
}

/** Marks a fake response that violates the API's schema, to test how a page handles it. */
export const asOtherServer = (answer: unknown): unknown => new OtherAnswer(answer);

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
const patterns = Object.entries(calls).map(([call, rules]): [RegExp, CallRules] => [
  new RegExp(`^${escapeRegExp(call).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  rules,
]);

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);

/** Returns the schema violation of a response, or null. Missing members are allowed, because other servers may omit them. */
function findProblem({ answers, paged }: CallRules, answer: unknown): string | null {
  const usual = Object.entries(answers).flatMap(([status, schema]) =>
    Number(status) < 300 ? [schema] : [],
  );
  const problems = [...usual, ...(paged ? [paged] : [])].flatMap((schema) => {
    const { error } = schema.safeParse(answer);
    const issue = error?.issues.find(({ path }) => valueAt(answer, path) !== undefined);
    return [issue ? `${issue.path.join('.') || 'it'}: ${issue.message}` : null];
  });
  return problems.includes(null) ? null : (problems[0] ?? null);
}

/** Returns a fake response. Throws {@link WrongAnswer} if the API has no such call or the response violates its schema. */
export function checkedAnswer(call: string, answer: unknown): unknown {
  if (answer instanceof OtherAnswer) return answer.answer;
  const [path = ''] = call.split('?');
  const rules = patterns.find(([pattern]) => pattern.test(path))?.[1];
  const problem = rules ? findProblem(rules, answer) : 'the API has no such call';
  if (problem === null) return answer;
  const error = new WrongAnswer(
    `invalid fake response for ${path}: ${problem}; correct it, or wrap it in asOtherServer of @carry/remote-kit/fake-shell`,
  );
  console.error(error.message); // the page may hide the error
  throw error;
}
