import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenSpan {
  service: string;
  trace: string;
  id: string;
  parent: string;
  name: string;
  attributes: Record<string, string>;
}

interface Value {
  stringValue?: string;
  intValue?: number | string;
}
interface Keyed {
  key: string;
  value: Value;
}
interface Export {
  resourceSpans: {
    resource: { attributes: Keyed[] };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        attributes: Keyed[];
      }[];
    }[];
  }[];
}

const toText = ({ stringValue, intValue }: Value) => stringValue ?? String(intValue ?? '');
const read = (attributes: Keyed[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, toText(value)]));

const parseSpans = (sent: string): SeenSpan[] =>
  (JSON.parse(sent) as Export).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId = '', name, attributes }) => ({
        service: read(resource.attributes)['service.name'] ?? '',
        trace: traceId,
        id: spanId,
        parent: parentSpanId,
        name,
        attributes: read(attributes),
      })),
    ),
  );

/** Starts an OpenTelemetry collector (OTLP/HTTP, JSON) that records spans. */
export async function startCollector() {
  const spans: SeenSpan[] = [];
  const sent: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (request.url === '/v1/traces') {
      sent.push(body);
      spans.push(...parseSpans(body));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    sent,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
