import type { readEnvironment } from '@carry/contracts/environment';
import type { pipelineVariables } from '../variables';

/** Result of a publish in Markdown, for the reviewers of a change. */
export interface PipelineResult {
  remote: string;
  passed: boolean;
  title: string;
  summary: string;
  details: string;
  /** Link of the preview, or a page of the remote. */
  url?: string;
}

export type PipelineValues = ReturnType<typeof readEnvironment<typeof pipelineVariables>>;

export interface ResultPlace {
  label: string;
  send(result: PipelineResult): Promise<void>;
  explain(status: number): string;
}
