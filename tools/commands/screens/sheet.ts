import type { Browser } from 'playwright';

export interface Picture {
  theme: string;
  width: number;
  image: Buffer;
}

const SCALE = 0.3;
const QUALITY = 60;

export async function sheet(browser: Browser, pictures: Picture[]): Promise<Buffer> {
  const themes = [...new Set(pictures.map(({ theme }) => theme))];
  const html = themes.map(
    (name) =>
      `<div>${pictures
        .filter(({ theme }) => theme === name)
        .map(
          ({ width, image }) =>
            `<img width="${Math.round(width * SCALE)}" src="data:image/jpeg;base64,${image.toString('base64')}">`,
        )
        .join('')}</div>`,
  );
  const page = await browser.newPage({ viewport: { width: 1520, height: 400 } });
  await page.setContent(
    `<style>body{margin:0;background:#7a8091}div{display:flex;gap:12px;padding:12px;align-items:start}</style>${html.join('')}`,
  );
  const image = await page.screenshot({ type: 'jpeg', quality: QUALITY, fullPage: true });
  await page.close();
  return image;
}
