import { afterEach, expect, test, vi } from 'vitest';
import { measureVitals } from './vitals';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function collectMetrics(supportedEntryTypes: string[]): string[] {
  class Observer {
    static supportedEntryTypes = supportedEntryTypes;
    observe({ type }: { type: string }) {
      expect(supportedEntryTypes).toContain(type);
    }
  }
  vi.stubGlobal('PerformanceObserver', Observer);
  const names: string[] = [];
  const reporter = { vital: (name: string) => void names.push(name), flush: () => {} };
  measureVitals(reporter as never);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  window.dispatchEvent(new Event('visibilitychange'));
  return names;
}

test('omits CLS if the browser cannot measure it', () => {
  expect(collectMetrics(['paint', 'largest-contentful-paint', 'event'])).not.toContain('CLS');
});

test('reports CLS 0 for a page without layout shifts', () => {
  expect(collectMetrics(['layout-shift'])).toContain('CLS');
});
