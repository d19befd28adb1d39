import { z } from 'zod';
import { request } from '../events/target';
import type { PipelineValues, ResultPlace } from './result-place';

const label = 'GitLab';
const notes = z.array(z.object({ id: z.number(), body: z.string() }));

const advice: Record<number, string> = {
  401: 'GITLAB_TOKEN is wrong or has expired',
  403: 'GITLAB_TOKEN needs the scope "api" and the role Reporter',
  404: 'GITLAB_TOKEN needs the scope "api" and access to this project',
};

/** Returns the note of a merge request, one for each remote; null outside of one or without a token. */
export function createNote(pipeline: PipelineValues): ResultPlace | null {
  const { GITLAB_TOKEN: token, CI_API_V4_URL: api } = pipeline;
  const { CI_PROJECT_ID: project, CI_MERGE_REQUEST_IID: number } = pipeline;
  if (!token || !api || !project || !number) return null;
  const base = `${api}/projects/${project}/merge_requests/${number}/notes`;
  const headers = { 'private-token': token, 'content-type': 'application/json' };
  return {
    label: 'note',
    explain: (status) => advice[status] ?? '',
    async send({ remote, summary, details }) {
      const mark = `<!-- carry-release ${remote} -->`;
      const response = await request(`${base}?sort=desc&per_page=100`, { headers, label });
      const written = notes.parse(await response.json());
      const note = written.find(({ body }) => body.startsWith(mark));
      const sent = await request(note ? `${base}/${note.id}` : base, {
        method: note ? 'PUT' : 'POST',
        body: JSON.stringify({ body: [mark, summary, details].join('\n') }),
        headers,
        label,
      });
      await sent.body?.cancel();
    },
  };
}
