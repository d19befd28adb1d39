import { inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { type Harness, onEveryDatabaseAtNight } from './harness';
import type { Owner, Row } from './matrix-row';
import { table, unlisted } from './matrix-table';
import { newOperator } from './operator-session';

interface Caller {
  name: string;
  userId: number | null;
  token?: string;
}

async function people(api: Harness): Promise<{ owners: Owner[]; callers: Caller[] }> {
  const students = await api.newCrowd('matrix', 2);
  const coaches = [await api.newCoach('matrix-nova'), await api.newCoach('matrix-orbit')];
  const owners = students.map(({ id: studentId }, index) => {
    const { coachId = 0, serviceId = 0, userId: coachUserId = 0 } = coaches[index] ?? {};
    return { studentId, coachId, coachUserId, serviceId };
  });
  const members = students.map(({ id, token }, index) => ({
    name: `student ${index}`,
    userId: id,
    token,
  }));
  const coachCallers = await Promise.all(
    coaches.map(async ({ userId }, index) => ({
      name: `coach ${index}`,
      userId,
      token: await signAccess(api, userId),
    })),
  );
  const operator = { name: 'operator', userId: null, token: api.config.operatorToken };
  const accounts = [
    { name: 'operator account', ...(await newOperator(api, 'matrix-open', true)) },
    { name: 'operator without a code', ...(await newOperator(api, 'matrix-closed', false)) },
  ];
  return {
    owners,
    callers: [
      { name: 'anonymous', userId: null },
      ...members,
      ...coachCallers,
      operator,
      ...accounts,
    ],
  };
}

/** Expected status for a caller and a target's owner. */
function expected(
  { may, status, foreign = 404, byOperatorToken = status }: Row,
  { name, userId }: Caller,
  owner: Owner,
): number {
  if (may === 'anybody') return name === 'operator' ? byOperatorToken : status;
  if (may === 'operator' && ['operator', 'operator account'].includes(name)) return status;
  if (userId === null) return 401;
  if (may === 'operator') return 403;
  if (may === 'operator account') return name.startsWith('operator') ? status : 403;
  if (may === 'member') return status;
  if (may === 'any coach') return name.startsWith('coach') ? status : foreign;
  const { studentId: student, coachUserId: coach } = owner;
  const owners = { student: [student], coach: [coach], party: [student, coach] }[may];
  return owners.includes(userId) ? status : foreign;
}

/** Bookings in a list that do not belong to the caller. */
async function strangers(
  api: Harness,
  owners: Owner[],
  { userId }: Caller,
  list: { id: number }[],
): Promise<number[]> {
  const ids = list.map(({ id }) => id);
  const rows =
    ids.length === 0 ? [] : await api.db.select().from(bookings).where(inArray(bookings.id, ids));
  const isOwn = ({ studentId, coachId }: { studentId: number; coachId: number }) =>
    studentId === userId ||
    owners.some((owner) => owner.coachId === coachId && owner.coachUserId === userId);
  return rows.filter((row) => !isOwn(row)).map(({ id }) => id);
}

onEveryDatabaseAtNight('authorization', (api) => {
  test('the matrix covers every operation', {
    tags: ['@fault-E1'],
  }, async () => {
    const { body } = await api().send('GET', '/openapi.json');
    const listed = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.sort()).toEqual(Object.keys(table).sort());
    const served = api()
      .app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`);
    expect([...new Set(served)].sort()).toEqual([...listed, ...unlisted].sort());
  });

  test('enforces the matrix for every caller and target', {
    tags: ['@fault-E1', '@fault-E2'],
    timeout: 180_000,
  }, async () => {
    const { owners, callers } = await people(api());
    const wrong: string[] = [];
    const cells = Object.entries(table).flatMap(([operation, row]) =>
      callers.flatMap((caller) =>
        // owners make no difference to operators
        ([row.may, caller.name].some((name) => name.startsWith('operator'))
          ? owners.slice(0, 1)
          : owners
        ).map((owner) => ({
          ...{ operation, row, caller, owner },
        })),
      ),
    );
    for (const { operation, row, caller, owner } of cells) {
      const { path, body } = await row.make(api(), owner, caller);
      const [method = ''] = operation.split(' ');
      const answer = await api().send(method, path, body, caller.token, row.headers);
      const right = expected(row, caller, owner);
      const cell = `${operation} by ${caller.name} on ${owners.indexOf(owner)}`;
      if (answer.status !== right)
        wrong.push(`${cell}: ${answer.status}, not ${right} (${JSON.stringify(answer.body)})`);
      const foreign =
        row.lists && answer.status === 200
          ? await strangers(api(), owners, caller, answer.body)
          : [];
      if (foreign.length > 0) wrong.push(`${cell}: shows ${foreign} of somebody else`);
    }
    expect(wrong).toEqual([]);
  });
});
