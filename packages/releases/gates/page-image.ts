import type { Session } from './devtools';

/** Longest page on an image, CSS pixels. */
const MAX_HEIGHT = 2400;
const SCALE = 0.5;
/** Pages up to this width keep their size. */
const PHONE_WIDTH = 640;
/** Height of the page above and below an element, CSS pixels. */
const AROUND = 120;
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

interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
  scale: number;
}

/** Returns the area of an element with what is around it, as JavaScript. The element gets an outline. Null: the page lacks it. */
const printPlace = (selector: string) => `(() => {
  for (const animation of document.getAnimations()) try { animation.finish(); } catch {}
  const element = document.querySelector(${JSON.stringify(selector)});
  if (!element) return null;
  element.style.outline = '3px solid #d0b';
  element.style.outlineOffset = '3px';
  const { top, height } = element.getBoundingClientRect();
  const { clientWidth, scrollHeight } = document.documentElement;
  const y = Math.max(0, top + scrollY - ${AROUND});
  return { y, width: clientWidth, height: Math.min(height + ${2 * AROUND}, scrollHeight - y, ${MAX_HEIGHT}) };
})()`;

type Evaluate = (expression: string) => Promise<unknown>;

export async function capturePage(page: Session, evaluate: Evaluate): Promise<PageImage | null> {
  const { width, height } = (await evaluate(SIZE)) as Pick<Clip, 'width' | 'height'>;
  return capture(page, { x: 0, y: 0, width, height, scale: SCALE });
}

/** Captures an element over the page's whole width; null if the page lacks it, or the image stays too large at every quality. */
export async function captureElement(
  page: Session,
  evaluate: Evaluate,
  selector: string,
): Promise<PageImage | null> {
  const place = (await evaluate(printPlace(selector))) as Pick<
    Clip,
    'y' | 'width' | 'height'
  > | null;
  return place && capture(page, { x: 0, ...place, scale: place.width > PHONE_WIDTH ? SCALE : 1 });
}

async function capture(page: Session, clip: Clip): Promise<PageImage | null> {
  const { width, height, scale } = clip;
  for (const quality of QUALITIES) {
    const { data } = await page.send('Page.captureScreenshot', {
      ...{ format: 'webp', quality, captureBeyondViewport: true, clip },
    });
    const content = Buffer.from(String(data), 'base64');
    if (content.length <= MAX_BYTES)
      return { content, width: Math.round(width * scale), height: Math.round(height * scale) };
  }
  return null;
}
