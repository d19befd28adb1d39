import type { Session } from './devtools';

/** Longest page on an image, CSS pixels. */
const MAX_HEIGHT = 2400;
const SCALE = 0.5;
const MAX_BYTES = 60 * 1024;
const QUALITIES = [60, 25];

export interface PageImage {
  content: Buffer;
  width: number;
  height: number;
}

const SIZE = `(() => {
  for (const animation of document.getAnimations()) try { animation.finish(); } catch {}
  const { clientWidth, scrollHeight } = document.documentElement;
  return { width: clientWidth, height: Math.min(scrollHeight, ${MAX_HEIGHT}) };
})()`;

/** Captures the page at half its size; null if no quality makes the image small enough. */
export async function capturePage(
  page: Session,
  evaluate: (expression: string) => Promise<unknown>,
): Promise<PageImage | null> {
  const { width, height } = (await evaluate(SIZE)) as { width: number; height: number };
  for (const quality of QUALITIES) {
    const { data } = await page.send('Page.captureScreenshot', {
      ...{ format: 'webp', quality, captureBeyondViewport: true },
      clip: { x: 0, y: 0, width, height, scale: SCALE },
    });
    const content = Buffer.from(String(data), 'base64');
    if (content.length <= MAX_BYTES)
      return { content, width: Math.round(width * SCALE), height: Math.round(height * SCALE) };
  }
  return null;
}
