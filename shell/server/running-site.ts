import { z } from 'zod';

const BUDGET_MS = 5000;

const runs = z.object({
  shell: z.string(),
  name: z.string(),
  settings: z.record(z.string(), z.string()),
  redirects: z.record(z.string(), z.array(z.string())),
  pictureOrigins: z.array(z.string()),
  apiRequestIds: z.boolean(),
});

export type Runs = z.infer<typeof runs>;

/** Fetches the setup of a running site. Throws if the site does not publish one. */
export async function fetchSiteSetup(site: string): Promise<Runs> {
  const answer = await fetch(new URL('/_shell/site.json', site), {
    signal: AbortSignal.timeout(BUDGET_MS),
    redirect: 'error',
  });
  if (!answer.ok) throw new Error(`${answer.url} responded with ${answer.status}`);
  const body = (await answer.json()) as { runs?: unknown };
  const read = runs.safeParse(body.runs);
  if (!read.success) throw new Error('it does not describe how it runs; its shell may be too old');
  return read.data;
}

export const toEnvironment = (site: Runs): Record<string, string> => ({
  SITE_NAME: site.name,
  SITE_SETTINGS: JSON.stringify(site.settings),
  REDIRECT_ORIGINS: JSON.stringify(site.redirects),
  PICTURE_ORIGINS: site.pictureOrigins.join(','),
  API_REQUEST_IDS: site.apiRequestIds ? 'yes' : 'no',
});
