// Loaded only where traces are asked for.
import { randomUUID } from 'node:crypto';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

/** What waits while the collector is gone; more is dropped. */
const MAX_WAITING = 2048;
const BATCH = 256;
const DELAY_MS = 1000;
const EXPORT_MS = 5000;
const MAX_TEXT = 200;

interface Registration {
  service: string;
  endpoint: string;
  share: number;
  say(line: string): void;
}

/** Says once that spans are lost, and once that they are not any more. */
function telling(exporter: SpanExporter, say: (line: string) => void): SpanExporter {
  let gone = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const fails = result.code !== ExportResultCode.SUCCESS;
        if (fails !== gone)
          say(
            fails
              ? 'traces are lost: their collector does not take them'
              : 'traces arrive at their collector again',
          );
        gone = fails;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** Makes this process trace what its requests do. */
export function registerTracing({ service, endpoint, share, say }: Registration): TracerProvider {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: EXPORT_MS,
    keepAlive: false, // an idle connection would keep a process that ends
  });
  const ofOurs = new TraceIdRatioBasedSampler(share);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.instance.id': randomUUID(),
    }),
    sampler: new ParentBasedSampler({ root: ofOurs, remoteParentSampled: ofOurs }),
    spanLimits: { attributeValueLengthLimit: MAX_TEXT, attributeCountLimit: 16 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: telling(exporter, say),
        maxQueueSize: MAX_WAITING,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: DELAY_MS,
        exportTimeoutMillis: EXPORT_MS,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return provider;
}
