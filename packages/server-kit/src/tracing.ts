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

/** What a request was, once it is answered. */
interface Asked {
  method: string;
  /** The pattern that matched, never a path. */
  route: string;
  status: number;
  /** Under which the logs have it. */
  id?: string;
}

/** What an error is called; its message may hold what somebody wrote. */
const failed = (span: Span, type: string) => {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
};

async function follow<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    failed(span, error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Runs what a request needs as a span of its trace; outside of a request there is none. Attributes are names of ours and numbers: never
 * a token, an address or what a person wrote.
 */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  run: (span: Span) => Promise<T>,
  kind: SpanKind = SpanKind.INTERNAL,
): Promise<T> {
  const above = trace.getActiveSpan();
  if (!above?.isRecording())
    return above ? run(above) : run(trace.wrapSpanContext(INVALID_SPAN_CONTEXT));
  return tracer().startActiveSpan(name, { attributes, kind }, (span) =>
    follow(span, () => run(span)),
  );
}

/** The same of a call to another of our processes, which continues the trace with the headers that `run` is given. */
export const inCall = <T>(
  name: string,
  attributes: Attributes,
  run: (headers: Record<string, string>, span: Span) => Promise<T>,
): Promise<T> =>
  inSpan(
    name,
    attributes,
    (span) => {
      const headers: Record<string, string> = {};
      propagation.inject(context.active(), headers);
      return run(headers, span);
    },
    SpanKind.CLIENT,
  );

const PROBES = /^\/(healthz|readyz|metrics)$|^\/api\/revisions\/$/;

/**
 * Runs a request as a span, below the one that `traceparent` names: a stranger may say so, too, which gives their request a trace of their
 * choice and nothing else. What machines ask again and again has none.
 */
export function inRequest(
  { path, traceparent }: { path: string; traceparent: string | undefined },
  run: () => Promise<Asked>,
): Promise<unknown> {
  if (PROBES.test(path)) return run();
  const parent = propagation.extract(ROOT_CONTEXT, traceparent ? { traceparent } : {});
  const options = { kind: SpanKind.SERVER };
  return tracer().startActiveSpan('request', options, parent, (span) =>
    follow(span, async () => {
      const { id, method, route, status } = await run();
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        ...(id && { 'carry.request_id': id }),
      });
      if (status >= 500) failed(span, String(status));
    }),
  );
}
