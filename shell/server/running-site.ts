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

/** How a site runs: which shell, and what its environment says that a page of it notices. */
export type Runs = z.infer<typeof runs>;

/** What a running site says of itself; throws where it does not. */
export async function howItRuns(site: string): Promise<Runs> {
  const answer = await fetch(new URL('/_shell/site.json', site), {
    signal: AbortSignal.timeout(BUDGET_MS),
    redirect: 'error',
  });
  if (!answer.ok) throw new Error(`it answers ${answer.status}`);
  const body = (await answer.json()) as { runs?: unknown };
  const read = runs.safeParse(body.runs);
  if (!read.success) throw new Error('it does not describe how it runs');
  return read.data;
}

/** The environment with which another site runs in the same way. */
export const environmentOf = (site: Runs): Record<string, string> => ({
  SITE_NAME: site.name,
  SITE_SETTINGS: JSON.stringify(site.settings),
  REDIRECT_ORIGINS: JSON.stringify(site.redirects),
  PICTURE_ORIGINS: site.pictureOrigins.join(','),
  API_REQUEST_IDS: site.apiRequestIds ? 'yes' : 'no',
});
