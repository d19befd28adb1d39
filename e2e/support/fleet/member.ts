/** A process of the installation that can be stopped gracefully, killed and restarted. */
export interface Member {
  name: string;
  stop(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
}
