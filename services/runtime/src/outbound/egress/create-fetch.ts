import { Agent, fetch as fetchBy } from 'undici';
import { createConnector } from './connector.ts';
import type { Egress } from './egress.ts';

const connectMs = 10_000;

/** A `fetch` that leaves this network as everything does. */
export function createFetch(egress: Egress): typeof fetch {
  const dispatcher = new Agent({ connect: createConnector(egress, { timeout: connectMs }) });
  // The types of undici are those of Node's own, declared once more.
  return ((input: string, init: object) =>
    fetchBy(input, { ...init, dispatcher })) as unknown as typeof fetch;
}
