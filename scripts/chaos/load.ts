import { wait } from '@headgate/runtime/wait';
import { type KeyName, keys } from './configuration.ts';
import type { Random } from './random.ts';

/** What a client saw of one request. */
export interface Asked {
  /** None when nothing was answered. */
  id: string | null;
  key: KeyName;
  model: string;
  /** 0 when there was no answer. */
  status: number;
  /** The answer came to the end that its dialect promises. */
  isWhole: boolean;
  hasLeft: boolean;
  /** Why there was no answer, or no end of it, unless the client left; empty otherwise. */
  failure: string;
}

interface Plan {
  key: KeyName;
  model: string;
  isStream: boolean;
  content: string;
  /** The client leaves after so long; 0 stays to the end. */
  leavesAfterMs: number;
}

const models = ['call-model', 'call-model', 'gpt-4o-mini', 'gpt-4o-mini', 'gpt-4o-mini'] as const;
const faultModels = [
  'fault-cut',
  'fault-error-in-stream',
  'fault-missing-usage',
  'fault-status-400',
] as const;
const keyNames = ['plenty', 'plenty', 'unlimited', 'dry', 'twinA', 'twinB', 'modelLimit'] as const;

const faultyPercent = 8;
const leavingPercent = 6;
const requestTimeoutMs = 60_000;
/** Nobody may ever wait for so long. */
export const timedOut = 'timed out';
/** After a refusal: a client that hurries would only measure how fast it is refused. */
const pauseMs = 50;

/** Asks from so many clients at once, each time of any ingress, until told to stop; gives everything they saw. */
export function startLoad(
  ingresses: readonly [string, ...string[]],
  { clients, random }: { clients: number; random: Random },
): { asked: Asked[]; stop(): Promise<void> } {
  const asked: Asked[] = [];
  let isStopping = false;
  const client = async (): Promise<void> => {
    while (!isStopping) {
      const seen = await ask(random.pick(ingresses), drawPlan(random));
      asked.push(seen);
      if (seen.status !== 200) await wait(pauseMs);
    }
  };
  const running = Array.from({ length: clients }, client);
  return {
    asked,
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
  };
}

function drawPlan(random: Random): Plan {
  const model = random.percent(faultyPercent) ? random.pick(faultModels) : random.pick(models);
  const chunks = 1 + random.below(20);
  const delayMs = random.pick([0, 0, 5, 20]);
  return {
    key: random.pick(keyNames),
    model,
    isStream: random.percent(60),
    content: `${'lorem ipsum '.repeat(random.below(40))} [[chunks=${chunks} delay=${delayMs}]]`,
    leavesAfterMs: random.percent(leavingPercent) ? 1 + random.below(200) : 0,
  };
}

async function ask(baseUrl: string, plan: Plan): Promise<Asked> {
  const { key, model, isStream, content, leavesAfterMs } = plan;
  const seen: Asked = { id: null, key, model, status: 0, isWhole: false, hasLeft: false, failure: '' };
  try {
    const answer = await fetch(`${baseUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys[key]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream: isStream, messages: [{ role: 'user', content }] }),
      signal: AbortSignal.timeout(leavesAfterMs || requestTimeoutMs),
    });
    seen.id = answer.headers.get('x-request-id');
    seen.status = answer.status;
    const text = await answer.text();
    seen.isWhole = isStream ? text.endsWith('data: [DONE]\n\n') : isJson(text);
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    seen.hasLeft = isTimeout && leavesAfterMs > 0;
    if (!seen.hasLeft) seen.failure = isTimeout ? timedOut : describeFailure(error);
  }
  return seen;
}

/** What the connection came to: a process that is gone refuses or resets it. */
function describeFailure(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return failures[code] ?? `failed (${code || error})`;
}

const failures: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  UND_ERR_SOCKET: 'connection reset',
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
