import type { Exchange } from '../../exchange/exchange.ts';

/** An answer of server-sent events, begun with the first of them. */
export interface EventStream {
  hasBegun(): boolean;
  send(value: unknown): void;
  /** Sends the last event, by its name, and ends the answer. */
  end(name: string, value: unknown): void;
  /** Must be called, whatever came of it. */
  stop(): void;
}

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

/** Proxies cut what is silent for a minute. */
const signOfLifeMs = 15_000;

export function createEventStream(exchange: Exchange): EventStream {
  const { response } = exchange;
  const write = (text: string): void => {
    if (response.destroyed) return;
    if (!response.headersSent) response.writeHead(200, headers);
    exchange.sentBytes += Buffer.byteLength(text);
    response.write(text);
  };
  const timer = setInterval(() => write(': waiting\n\n'), signOfLifeMs);
  return {
    hasBegun: () => response.headersSent,
    send: (value) => write(`data: ${JSON.stringify(value)}\n\n`),
    end(name, value) {
      write(`event: ${name}\ndata: ${JSON.stringify(value)}\n\n`);
      response.end();
    },
    stop: () => clearInterval(timer),
  };
}
