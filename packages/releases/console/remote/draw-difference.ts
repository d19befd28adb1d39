/** Differences of a color channel that compression explains. */
const TOLERANCE = 32;
const PALE = 0.25;
const MARK = [220, 0, 120] as const;

/** Draws the second image, pale, and marks each pixel that differs. Returns the share of these pixels, 0 to 1. */
export function drawDifference(
  canvas: HTMLCanvasElement,
  before: HTMLImageElement,
  after: HTMLImageElement,
): number {
  const width = Math.max(before.naturalWidth, after.naturalWidth);
  const height = Math.max(before.naturalHeight, after.naturalHeight);
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context || width * height === 0) return 0;
  const read = (image: HTMLImageElement) => {
    context.clearRect(0, 0, width, height);
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, width, height);
  };
  const first = read(before);
  const second = read(after);
  const marked = markDifference(first.data, second.data);
  context.putImageData(second, 0, 0);
  return marked / (width * height);
}

export function markDifference(first: Uint8ClampedArray, second: Uint8ClampedArray): number {
  let marked = 0;
  for (let at = 0; at < second.length; at += 4) {
    let isDifferent = false;
    for (let channel = at; channel < at + 4; channel++)
      isDifferent ||= Math.abs((first[channel] ?? 0) - (second[channel] ?? 0)) > TOLERANCE;
    if (isDifferent) {
      second.set(MARK, at);
      second[at + 3] = 255;
      marked++;
    } else second[at + 3] = (second[at + 3] ?? 0) * PALE;
  }
  return marked;
}
