import type { Page } from 'playwright/test';
import { widths } from './screens';

/** Returns the pixels between the problem of a form and the label below it. */
export async function gapBelowProblem(page: Page, label: string): Promise<number> {
  const problem = await page.getByRole('main').getByRole('alert').boundingBox();
  const below = await page.getByText(label, { exact: true }).boundingBox();
  return (below?.y ?? 0) - (problem?.y ?? 0) - (problem?.height ?? 0);
}

/** Returns the labels of charts that begin before the previous one ends. */
const overlappingLabels = (page: Page) =>
  page.locator('figure').evaluateAll((charts) =>
    charts.flatMap((chart) => {
      const labels = [...chart.querySelectorAll('span')].filter(
        (label) => label.textContent && label.checkVisibility({ visibilityProperty: true }),
      );
      const boxes = labels.map((label) => {
        const text = document.createRange();
        text.selectNodeContents(label);
        return text.getBoundingClientRect();
      });
      return labels.flatMap(({ textContent }, at) => {
        const [before, box] = [boxes[at - 1], boxes[at]];
        return before && box && box.top === before.top && box.left < before.right
          ? textContent
          : [];
      });
    }),
  );

/** Returns the widths of the window at which labels of the chart overlap, with these labels. */
export async function overlapsByWidth(page: Page) {
  const overlaps: [width: number, labels: string[]][] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const labels = await overlappingLabels(page);
    if (labels.length > 0) overlaps.push([width, labels]);
  }
  return overlaps;
}
