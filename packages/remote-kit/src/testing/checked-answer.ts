import { type CallRules, calls } from '@carry/contracts/api';

/** An answer of a fake that the API would not give. */
class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

class OtherAnswer {
  readonly answer: unknown;

  constructor(answer: unknown) {
    this.answer = answer;
  }
}

/** What a server answers that does not keep to the API: for tests of what a page does then. */
export const asOtherServer = (answer: unknown): unknown => new OtherAnswer(answer);

const escaped = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
const patterns = Object.entries(calls).map(([call, rules]): [RegExp, CallRules] => [
  new RegExp(`^${escaped(call).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  rules,
]);

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);

/** Why an answer is not of one of the schemas of its call, or null. What it leaves out, another server may leave out, too. */
function problemOf({ answers }: CallRules, answer: unknown): string | null {
  const found = Object.entries(answers).flatMap(([status, schema]) => {
    if (Number(status) >= 300) return [];
    const { error } = schema.safeParse(answer);
    const issue = error?.issues.find(({ path }) => valueAt(answer, path) !== undefined);
    return [issue ? `${issue.path.join('.') || 'it'}: ${issue.message}` : null];
  });
  return found.includes(null) ? null : (found[0] ?? null);
}

/** What a call is answered; throws {@link WrongAnswer} where the API has no such call, or does not answer this to it. */
export function checkedAnswer(call: string, answer: unknown): unknown {
  if (answer instanceof OtherAnswer) return answer.answer;
  const [path = ''] = call.split('?');
  const rules = patterns.find(([pattern]) => pattern.test(path))?.[1];
  const problem = rules ? problemOf(rules, answer) : 'there is no such call';
  if (problem === null) return answer;
  const error = new WrongAnswer(`the API does not answer this to ${path}: ${problem}`);
  console.error(error.message); // a page turns errors of its calls into words of its own
  throw error;
}
