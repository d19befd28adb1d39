import { eq } from 'drizzle-orm';
import { refreshTokens, users } from '../src/core/db/schema';
import { digest, hashPassword } from '../src/features/accounts/passwords';
import { openSession } from '../src/features/accounts/refresh-token';
import { plain, type Row } from './matrix-row';

const hash = hashPassword('Secret-123!');
const withPassword =
  (path: string, body: unknown): Row['make'] =>
  async (api, _, { userId }) => {
    if (userId !== null)
      await api.db
        .update(users)
        .set({ passwordHash: await hash })
        .where(eq(users.id, userId));
    return { path, body };
  };

export const accountRows: Record<string, Row> = {
  'GET /api/account/': { may: 'member', status: 200, make: plain('/api/account/') },
  'POST /api/account/email/': {
    ...{ may: 'member', status: 403 },
    make: withPassword('/api/account/email/', { email: 'new@example.com', password: 'Wrong-123!' }),
  },
  'POST /api/account/display-name/': {
    may: 'member',
    status: 200,
    make: plain('/api/account/display-name/', { name: 'Kim' }),
  },
  'POST /api/account/password/': {
    ...{ may: 'member', status: 403 },
    make: withPassword('/api/account/password/', {
      password: 'Wrong-123!',
      new_password: 'Secret-456!',
    }),
  },
  'POST /api/account/devices/{id}/sign-out/': {
    ...{ may: 'student', status: 200 },
    async make(api, { studentId }) {
      const { refresh } = await openSession(api, studentId);
      const [session] = await api.db
        .select()
        .from(refreshTokens)
        .where(eq(refreshTokens.tokenHash, digest(refresh)));
      return { path: `/api/account/devices/${session?.family}/sign-out/`, body: {} };
    },
  },
  'POST /api/account/sign-out-others/': {
    may: 'member',
    status: 200,
    make: plain('/api/account/sign-out-others/', {}),
  },
  'POST /api/account/reminders/': {
    may: 'member',
    status: 200,
    make: plain('/api/account/reminders/', { wanted: true }),
  },
  'POST /api/reminders/': {
    may: 'anybody',
    status: 400,
    make: plain('/api/reminders/', { token: '1.made-up', wanted: false }),
  },
  'GET /api/account/export/': { may: 'member', status: 200, make: plain('/api/account/export/') },
  'POST /api/account/delete/': {
    ...{ may: 'member', status: 403 },
    make: withPassword('/api/account/delete/', { password: 'Wrong-123!' }),
  },
};
