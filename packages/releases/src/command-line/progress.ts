export interface Screen {
  write(text: string): unknown;
}

const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const FRAME_MS = 100;

export class Progress {
  private readonly started = Date.now();
  private current: { text: string; since: number } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private frame = 0;

  private readonly line: (text: string) => void;
  private readonly screen: Screen | null;

  constructor(line: (text: string) => void, screen: Screen | null) {
    this.line = line;
    this.screen = screen;
  }

  readonly step = (text: string): void => {
    if (!this.screen) {
      this.line(`${seconds(this.started)}  ${text}`);
      return;
    }
    this.end('✓');
    this.current = { text, since: Date.now() };
    this.draw();
    this.timer = setInterval(() => this.draw(), FRAME_MS);
    this.timer.unref();
  };

  end(mark: '✓' | '✗'): void {
    clearInterval(this.timer);
    if (this.current)
      this.screen?.write(
        `\r\u001b[K${mark} ${seconds(this.current.since)}  ${this.current.text}\n`,
      );
    this.current = undefined;
  }

  private draw(): void {
    if (this.current)
      this.screen?.write(
        `\r\u001b[K${FRAMES[this.frame++ % FRAMES.length]} ${seconds(this.current.since)}  ${this.current.text}`,
      );
  }
}

const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1).padStart(5)} s`;
