import { createHmac } from 'node:crypto';

export interface Message {
  /** The same for every try: receivers tell by it what they have. */
  id: string;
  body: string;
}

/**
 * The headers of one try, after the specification Standard Webhooks 1.0.0 (standardwebhooks.com): the signature is of
 * id, time of the try and body.
 */
export function signedHeaders({ id, body }: Message, secret: Buffer, nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
