import jsQR from 'jsqr';
import type { Locator } from 'playwright/test';
import { PNG } from 'pngjs';

/** Decodes a QR code from a screenshot, as the camera of a phone does. Returns null if it is unreadable. */
export async function readQrCode(code: Locator): Promise<string | null> {
  const { data, width, height } = PNG.sync.read(await code.screenshot());
  return jsQR(new Uint8ClampedArray(data), width, height)?.data ?? null;
}
