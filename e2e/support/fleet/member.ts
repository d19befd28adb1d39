/** A part of the installation that can be ended, politely or not, and started again. */
export interface Member {
  name: string;
  stop(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
}
