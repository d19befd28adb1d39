import { demo } from 'api/demo';
import { logIn, settled } from './actions';
import { expect, test } from './fixtures';
import { open, sizes, tagOf } from './screens';

for (const size of sizes) {
  test(`nothing jumps when data arrives, on any page, ${size.width} px wide`, {
    tag: tagOf(size),
  }, async ({ page, expectErrors }) => {
    expectErrors('404 /logn');
    test.setTimeout(120_000);
    await page.addInitScript(() => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        })[])
          if (!entry.hadRecentInput) sum += entry.value;
        Object.assign(globalThis, { layoutShift: sum });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const shifts: Record<string, number> = {};
    const measure = async (paths: string[]) => {
      await page.setViewportSize(size);
      for (const path of paths) {
        await page.goto(path);
        await settled(page);
        const shift = await page.evaluate(
          () => (globalThis as { layoutShift?: number }).layoutShift ?? 0,
        );
        if (shift >= 0.02) shifts[path] = shift;
      }
    };
    await measure(open);
    await logIn(page, demo.student.email, demo.student.password);
    await measure(['/sessions', '/booking/1']);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await logIn(page, demo.coach.email, demo.coach.password);
    await measure(['/coach-dashboard', '/coach/bookings/1']);
    expect(shifts).toEqual({});
  });
}
