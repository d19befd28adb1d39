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

const MAX_QUEUE_SIZE = 2048;
const MAX_BATCH_SIZE = 256;
const DELAY_MS = 1000;
const EXPORT_TIMEOUT_MS = 5000;
const MAX_ATTRIBUTE_LENGTH = 200;

interface Registration {
  service: string;
  endpoint: string;
  share: number;
  warn(line: string): void;
}

function withWarnings(exporter: SpanExporter, warn: (line: string) => void): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS;
        if (hasFailed !== isFailing)
          warn(
            hasFailed
              ? 'trace export failed: spans are dropped; check OTEL_EXPORTER_OTLP_ENDPOINT'
              : 'trace export recovered',
          );
        isFailing = hasFailed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

export function registerTracing({ service, endpoint, share, warn }: Registration): TracerProvider {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    keepAlive: false, // an idle connection would delay the process's exit
  });
  const sampler = new TraceIdRatioBasedSampler(share);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.instance.id': randomUUID(),
    }),
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH, attributeCountLimit: 16 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: withWarnings(exporter, warn),
        maxQueueSize: MAX_QUEUE_SIZE,
        maxExportBatchSize: MAX_BATCH_SIZE,
        scheduledDelayMillis: DELAY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return provider;
}
