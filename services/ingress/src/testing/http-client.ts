import { once } from 'node:events';
import { type Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';

/** One HTTP request whose answer is read piece by piece, as no test library does. */
export interface OpenRequest {
  request: ClientRequest;
  /** The head of the answer. */
  response: Promise<IncomingMessage>;
}

export function openRequest(
  url: string,
  {
    method = 'POST',
    headers = {},
    body,
    agent = false,
  }: {
    method?: string;
    headers?: Record<string, string>;
    body?: string | Buffer;
    agent?: Agent | false;
  } = {},
): OpenRequest {
  const started = request(url, {
    method,
    headers: { authorization: 'Bearer sk-good', ...headers },
    agent,
  });
  const response = once(started, 'response').then(([message]) => {
    if (!isMessage(message)) throw new Error('no response');
    message.on('error', () => undefined);
    return message;
  });
  response.catch(() => undefined);
  started.on('error', () => undefined);
  started.end(body);
  return { request: started, response };
}

function isMessage(value: unknown): value is IncomingMessage {
  return typeof value === 'object' && value !== null && 'statusCode' in value;
}

/** The rest of an answer, and whether it ended as HTTP says it must. */
export async function readAll(response: IncomingMessage): Promise<{ body: string; isComplete: boolean }> {
  let body = '';
  response.setEncoding('utf8');
  response.on('data', (chunk) => {
    body += chunk;
  });
  if (!response.closed) await once(response, 'close').catch(() => undefined);
  return { body, isComplete: response.complete };
}
