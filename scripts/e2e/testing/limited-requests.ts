import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import { expect } from 'vitest';

export interface Asked {
  status: number;
  /** In seconds. */
  retryAfter: number;
  text: string;
}

/** A request that was let in and does not end by itself. */
export interface Held {
  status: number;
  retryAfter: number;
  /** To be kept: the request of an answer that nobody refers to is ended. */
  answer: Response;
  /** Goes away. */
  leave(): void;
}

export interface Ask {
  key: string;
  model?: string;
  stream?: boolean;
  content?: string;
  /** Where the request says it comes from. */
  address?: string;
}

function send(baseUrl: string, { key, address, model = 'gpt-4o-mini', ...rest }: Ask, signal?: AbortSignal) {
  const { stream = false, content = 'hi' } = rest;
  return fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...(address && { 'x-forwarded-for': address }) },
    body: JSON.stringify({ model, stream, messages: [{ role: 'user', content }] }),
    ...(signal && { signal }),
  });
}

export async function ask(baseUrl: string, what: Ask): Promise<Asked> {
  const answer = await send(baseUrl, what);
  const { status, headers } = answer;
  const text = await answer.text().catch(() => 'broken off');
  return { status, retryAfter: Number(headers.get('retry-after')), text };
}

export async function hold(baseUrl: string, key: string): Promise<Held> {
  const gone = new AbortController();
  const content = '[[chunks=100000 delay=50]]';
  const answer = await send(baseUrl, { key, stream: true, content }, gone.signal);
  const { status, headers } = answer;
  return { status, retryAfter: Number(headers.get('retry-after')), answer, leave: () => gone.abort() };
}

/** Takes places until there are none left. */
export async function holdAll(baseUrl: string, key: string): Promise<Held[]> {
  const held: Held[] = [];
  for (;;) {
    const next = await hold(baseUrl, key);
    if (next.status === 429) return held;
    held.push(next);
  }
}

/** Asks until a limit refuses; how many came before that. */
export async function askAll(request: () => Promise<Asked>): Promise<number> {
  for (let count = 0; ; count += 1) if ((await request()).status === 429) return count;
}

/** A change arrives in moments. */
export async function awaitStatus(status: number, request: () => Promise<{ status: number }>): Promise<void> {
  await waitFor(async () => (await request()).status === status, `status ${status}`);
}

/**
 * Asks from a refusal on until a request passes. Retry-After counts in whole seconds, rounded up: whatever is
 * answered more than a second before its end is refused, and whatever is sent after its end passes.
 */
export async function expectTrueRetryAfter(request: () => Promise<Asked>): Promise<void> {
  await askAll(request);
  const refusedFrom = Date.now();
  const { retryAfter } = await request();
  const refusedBy = Date.now();
  expect(retryAfter).toBeGreaterThanOrEqual(1);
  for (;;) {
    const sentAt = Date.now();
    const { status } = await request();
    if (status !== 429) {
      expect(Date.now()).toBeGreaterThanOrEqual(refusedFrom + (retryAfter - 1) * 1_000);
      return;
    }
    expect(sentAt).toBeLessThanOrEqual(refusedBy + retryAfter * 1_000);
    await wait(20);
  }
}
