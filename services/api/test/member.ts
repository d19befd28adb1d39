import type { Harness } from './harness';

export const PASSWORD = 'Secret-123!';
export const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
export const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

export async function member(api: Harness, name: string) {
  const email = `${name}@example.com`;
  await api.newStudent(name);
  const logIn = async (agent = windows, address = email, password = PASSWORD) =>
    (
      await api.send(
        'POST',
        '/api/token/',
        { username: address, password, recaptcha: await api.human() },
        undefined,
        {
          'user-agent': agent,
        },
      )
    ).body as { access: string; refresh: string };
  const { access, refresh } = await logIn();
  const post = (path: string, body: object = {}, token = access) =>
    api.send('POST', `/api/account/${path}`, body, token);
  const get = (path = '', token = access) =>
    api.send('GET', `/api/account/${path}`, undefined, token);
  const me = async (token: string) => (await api.send('GET', '/api/me/', undefined, token)).status;
  return { email, access, refresh, logIn, post, get, me };
}
