/** One thing that a page tells about a release it holds. No address, no text of the visitor, no URL. */
export interface Report {
  /** `used`: the page shows it. The next three are failures. `vital`: a measurement. */
  kind: 'used' | 'load' | 'render' | 'rejection' | 'vital';
  remote: string;
  release: string;
  /** Of a failed load: how far it came. */
  phase?: string | undefined;
  /** Of a measurement: its name and its value (ms; a score for CLS). */
  metric?: 'LCP' | 'CLS' | 'INP' | 'FCP' | 'TTFB' | undefined;
  value?: number | undefined;
}

/** An error that replaced the page's frame, which belongs to no release: its name, and where in the shell's files it was thrown. */
export interface FrameFailure {
  name: string;
  at?: string | undefined;
}

/** The body of `POST /_shell/reports`. */
export interface ReportBatch {
  view: string;
  reports: Report[];
  frame?: FrameFailure | undefined;
}

export const MAX_REPORTS = 30;
