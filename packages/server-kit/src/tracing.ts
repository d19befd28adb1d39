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
