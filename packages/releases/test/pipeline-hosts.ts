// Stand-ins of GitHub's and GitLab's APIs, as their references describe them.
import { type Received, startReceiver } from './receiver';

const MAX_TEXT_BYTES = 65_535;

export const HEAD = 'a'.repeat(40);
export const GITHUB_TOKEN = 'ghs_0123456789';
export const GITLAB_TOKEN = 'glpat-0123456789';

export interface CheckRun {
  name: string;
  head_sha: string;
  status: string;
  conclusion: string;
  details_url?: string;
  output: { title: string; summary: string; text?: string };
}

interface Host {
  /** Statuses of the next responses, before any success. */
  failures: number[];
  url: string;
  received: Received[];
  close(): void;
}

/** Starts GitHub with one repository and one commit. */
export async function startGithub({
  mayWrite = true,
} = {}): Promise<Host & { checkRuns: CheckRun[] }> {
  const checkRuns: CheckRun[] = [];
  const failures: number[] = [];
  const findProblem = ({ head_sha, conclusion, output }: CheckRun) => {
    if (head_sha !== HEAD) return `No commit found for SHA: ${head_sha}`;
    if (!['success', 'failure', 'neutral'].includes(conclusion)) return 'Invalid conclusion';
    if (!output.title || !output.summary) return 'title and summary are required';
    const parts = [output.summary, output.text ?? ''];
    return parts.some((part) => Buffer.byteLength(part) > MAX_TEXT_BYTES) ? 'too long' : null;
  };
  const receiver = await startReceiver(({ method, path, headers, body }) => {
    const failure = failures.shift();
    if (failure) return failure;
    if (headers.authorization !== `Bearer ${GITHUB_TOKEN}`) return 401;
    if (method !== 'POST' || path !== '/repos/team/mf-booking/check-runs') return 404;
    if (!mayWrite)
      return { status: 403, body: { message: 'Resource not accessible by integration' } };
    const sent = JSON.parse(body) as CheckRun;
    const problem = findProblem(sent);
    if (problem) return { status: 422, body: { message: problem } };
    checkRuns.push(sent);
    return { status: 201, body: { id: checkRuns.length } };
  });
  return { ...receiver, url: new URL(receiver.url).origin, checkRuns, failures };
}

export interface Note {
  id: number;
  body: string;
}

/** Starts GitLab with one project and one merge request. */
export async function startGitlab(): Promise<Host & { notes: Note[] }> {
  const notes: Note[] = [];
  const failures: number[] = [];
  const base = '/api/v4/projects/7/merge_requests/42/notes';
  const receiver = await startReceiver(({ method, path, headers, body }) => {
    const failure = failures.shift();
    if (failure) return failure;
    if (headers['private-token'] !== GITLAB_TOKEN) return 401;
    const { pathname } = new URL(path, 'http://gitlab');
    const text = () => (JSON.parse(body) as Note).body;
    if (method === 'GET' && pathname === base) return { status: 200, body: notes };
    if (method === 'POST' && pathname === base) {
      notes.push({ id: notes.length + 1, body: text() });
      return { status: 201, body: { id: notes.length } };
    }
    const note = notes.find(({ id }) => pathname === `${base}/${id}`);
    if (method !== 'PUT' || !note) return 404;
    note.body = text();
    return { status: 200, body: note };
  });
  return { ...receiver, url: new URL(receiver.url).origin, notes, failures };
}
