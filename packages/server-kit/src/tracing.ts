import {
  type Attributes,
  context,
  INVALID_SPAN_CONTEXT,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

const tracer = () => trace.getTracer('carry');

interface CompletedRequest {
  method: string;
  /** The matched pattern, never a path. */
  route: string;
  status: number;
  id?: string;
}

/** Records the error's type only: its message can contain personal data. */
const recordFailure = (span: Span, type: string) => {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
};

async function recordSpan<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    recordFailure(span, error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}

/** Runs a step of a request as a span; only within a request. Attributes must not contain tokens, addresses or user input. */
export const inSpan = <T>(
  name: string,
  attributes: Attributes,
  run: (span: Span) => Promise<T>,
): Promise<T> => runSpan(name, { attributes, kind: SpanKind.INTERNAL }, run);

function runSpan<T>(
  name: string,
  options: { attributes: Attributes; kind: SpanKind },
  run: (span: Span) => Promise<T>,
): Promise<T> {
  const parent = trace.getActiveSpan();
  if (!parent?.isRecording())
    return parent ? run(parent) : run(trace.wrapSpanContext(INVALID_SPAN_CONTEXT));
  return tracer().startActiveSpan(name, options, (span) => recordSpan(span, () => run(span)));
}

/** Runs a call to another service as a client span; `run` must send the given headers to propagate the trace. */
export const inCall = <T>(
  name: string,
  attributes: Attributes,
  run: (headers: Record<string, string>, span: Span) => Promise<T>,
): Promise<T> =>
  runSpan(name, { attributes, kind: SpanKind.CLIENT }, (span) => {
    const headers: Record<string, string> = {};
    propagation.inject(context.active(), headers);
    return run(headers, span);
  });

const UNTRACED = /^\/(healthz|readyz|metrics)$|^\/api\/revisions\/$/;

/** Runs a request as a span below `traceparent`, which is untrusted and only sets the trace id. Probes are not traced. */
export function inRequest(
  { path, traceparent }: { path: string; traceparent: string | undefined },
  run: () => Promise<CompletedRequest>,
): Promise<unknown> {
  if (UNTRACED.test(path)) return run();
  const parent = propagation.extract(ROOT_CONTEXT, traceparent ? { traceparent } : {});
  const options = { kind: SpanKind.SERVER };
  return tracer().startActiveSpan('request', options, parent, (span) =>
    recordSpan(span, async () => {
      const { id, method, route, status } = await run();
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        ...(id && { 'carry.request_id': id }),
      });
      if (status >= 500) recordFailure(span, String(status));
    }),
  );
}

export interface TracingSetup {
  /** Base URL of an OTLP collector; empty disables tracing. */
  endpoint: string;
  /** Sample rate, from 0 to 1. A sampled parent does not raise it. */
  share: number;
}

const STOP_MS = 1000;

/** Starts tracing if it is configured. Returns a function that flushes and stops it within a second. */
export async function startTracing(
  service: string,
  { endpoint, share }: TracingSetup,
  log: { warn(line: string): void },
): Promise<() => Promise<void>> {
  if (!endpoint) return async () => {};
  const { registerTracing } = await import('./tracing-sdk');
  const provider = registerTracing({ service, endpoint, share, warn: (line) => log.warn(line) });
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_MS);
    });
    // lost spans must not fail a shutdown
    await Promise.race([provider.shutdown().catch(() => {}), timeout]);
    clearTimeout(timer);
  };
}
