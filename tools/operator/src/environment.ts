import { createInterface } from 'node:readline/promises';
import { type Environment, readEnvironment } from '@carry/contracts/environment';
import type { OperatorEnvironment } from './command';
import { operatorVariables } from './variables';

export function readOperatorEnvironment(env: Environment): OperatorEnvironment {
  const values = readEnvironment(operatorVariables, env);
  return {
    apiUrl: values.API_URL ?? 'http://localhost:4000',
    token: values.OPERATOR_TOKEN ?? '',
    who: values.OPERATOR_NAME ?? values.USER ?? 'operator',
    database: values.DATABASE_URL ? { url: values.DATABASE_URL } : { folder: values.DATA_FOLDER },
    confirm: process.stdin.isTTY && process.stderr.isTTY ? confirm : null,
  };
}

async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`${question} [y/N] `);
  lines.close();
  return /^y(es)?$/i.test(answer.trim());
}
