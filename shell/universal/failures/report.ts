/** One observation of a release by a page. It contains no address, no URL and no user input. */
export interface Report {
  kind: 'used' | 'load' | 'render' | 'rejection' | 'vital';
  remote: string;
  release: string;
  phase?: string | undefined;
  /** Pattern of the route that the visitor was on; without it, the opened page's. Vitals belong to the opened page. */
  route?: string | undefined;
  /** For `vital`. The value is in ms, or a score for CLS. `TBT` is the blocking time of all long tasks, where a browser measures it; `TTI` the time until the page responds. */
  metric?: 'LCP' | 'CLS' | 'INP' | 'FCP' | 'TTFB' | 'TBT' | 'TTI' | undefined;
  value?: number | undefined;
}

/** An error that replaced the shell's frame. `at` is its position in the shell's files. */
export interface FrameFailure {
  name: string;
  at?: string | undefined;
}

export interface ReportBatch {
  view: string;
  reports: Report[];
  frame?: FrameFailure | undefined;
}

export const MAX_REPORTS = 30;
