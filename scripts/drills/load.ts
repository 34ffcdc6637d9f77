import { wait } from '@headgate/runtime/wait';

/** What a client saw of one request. */
export interface Seen {
  what: string;
  /** None when nothing was answered. */
  id: string | null;
  /** Came to the end that its protocol promises, with what was asked for. */
  isWhole: boolean;
  /** Why not; empty otherwise. */
  failure: string;
}

/** One request, sent and read to its end; rejects, or gives a failure, where it is not as it should be. */
export type Request = { what: string; send: () => Promise<{ id: string | null; failure: string }> };

const pauseMs = 150;

/** Sends these requests again and again, a client for each, until told to stop; gives everything that was seen. */
export function startLoad(requests: readonly Request[]): { seen: Seen[]; stop(): Promise<void> } {
  const seen: Seen[] = [];
  let isStopping = false;
  const client = async ({ what, send }: Request): Promise<void> => {
    while (!isStopping) {
      const { id, failure } = await send().catch((error) => ({ id: null, failure: describeError(error) }));
      seen.push({ what, id, isWhole: failure === '', failure });
      await wait(pauseMs);
    }
  };
  const running = requests.map(client);
  return {
    seen,
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
  };
}

function describeError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}

/** How often what came to what end. */
export function countSeen(seen: readonly Seen[]): [string, number][] {
  const groups = Map.groupBy(seen, ({ what, failure }) => (failure ? `${what} failed: ${failure}` : what));
  return [...groups].map(([what, all]): [string, number] => [what, all.length]).sort();
}

const requestTimeoutMs = 60_000;

/** A chat completion, whole or streamed. */
export async function askChat(
  baseUrl: string,
  key: string,
  isStream: boolean,
): Promise<{ id: string | null; failure: string }> {
  const answer = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({
      model: 'gpt-4o-mini',
      stream: isStream,
      messages: [{ role: 'user', content: 'a mill by a river [[chunks=8 delay=20]]' }],
    }),
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  const text = await answer.text();
  const id = answer.headers.get('x-request-id');
  if (answer.status !== 200) return { id, failure: `answered ${answer.status}` };
  const isWhole = isStream ? text.endsWith('data: [DONE]\n\n') : text.endsWith('}');
  return { id, failure: isWhole ? '' : 'broken off' };
}
