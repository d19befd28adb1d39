import type { readEnvironment } from '@carry/contracts/environment';
import type { pipelineVariables } from '../variables';

/** Result of a publish in Markdown, for the reviewers of a change. */
export interface PipelineResult {
  remote: string;
  passed: boolean;
  title: string;
  summary: string;
  /** The passed checks. */
  details: string;
  /** Link of the preview, or a page of the remote. */
  url?: string;
}

export type PipelineValues = ReturnType<typeof readEnvironment<typeof pipelineVariables>>;

/** Place that shows results to reviewers. */
export interface ResultPlace {
  label: string;
  send(result: PipelineResult): Promise<void>;
  /** Returns what to do about a refusal. */
  explain(status: number): string;
}
