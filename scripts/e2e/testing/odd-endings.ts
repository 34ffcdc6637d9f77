/** Who meets odd endings over which upstreams, what the sandbox does, and what was billed for it. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { askPlainly, plainRequests } from './plain-clients.ts';
import { unitsAt } from './units-of.ts';
import type { Served, World } from './world.ts';

export const key = 'sk-oddendingsoddendingsoddendings';

/** So dear that each token shows in units, and a call beside them. */
const price = { input: 100, output: 200, call: 0.01 };
export const unitsOf = unitsAt(price);

const upstreams = [
  { name: 'chat', provider: 'openai-compatible', base: '/v1' },
  { name: 'openai', provider: 'openai', base: '/v1' },
  { name: 'messages', provider: 'anthropic', base: '/v1' },
  { name: 'gemini', provider: 'gemini', base: '/v1beta' },
] as const;

/** Each protocol over an upstream that speaks it, and over one that does not. */
export const cells = [
  { client: 'chat completions', over: 'chat', isPassed: true },
  { client: 'chat completions', over: 'messages', isPassed: false },
  { client: 'responses', over: 'openai', isPassed: true },
  { client: 'responses', over: 'gemini', isPassed: false },
  { client: 'messages', over: 'messages', isPassed: true },
  { client: 'messages', over: 'openai', isPassed: false },
  { client: 'generateContent', over: 'gemini', isPassed: true },
  { client: 'generateContent', over: 'chat', isPassed: false },
] as const;

/** What the sandbox does, by the name of a model that always does it. */
export const faults = {
  cut: { kind: 'cut', after: 0 },
  unended: { kind: 'no-terminal', after: 0 },
  stalled: { kind: 'stall', after: 0 },
  refused: { kind: 'error-in-stream', after: 0 },
  'refused-at-once': { kind: 'error-in-200' },
  'cut-late': { kind: 'cut', after: 5 },
  'refused-late': { kind: 'error-in-stream', after: 5 },
  'stalled-late': { kind: 'stall', after: 30 },
  'stalled-uncounted': { kind: 'stall', after: 30, usage: 0 },
  'prompt-counted': { kind: 'prompt-usage' },
  uncounted: { kind: 'missing-usage' },
  'nothing-used': { kind: 'zero-usage' },
} as const;

/** Models of each upstream, by what they do; `spared` has a second channel that serves it. */
const models = [...Object.keys(faults), 'steady'];

export function configurationWith({ without }: { without?: string } = {}): string {
  const served = models.filter((name) => name !== without);
  const channels = upstreams.flatMap(({ name: over, provider, base }) => {
    const channel = (rank: string, priority: number, mapped: Record<string, string>) => ({
      ...{ name: `${over}-${rank}`, provider, base_url: `\${HEADGATE_SANDBOX_URL}${base}`, priority },
      keys: [`upstream-secret-${rank}`],
      models: Object.entries(mapped).map(([name, upstream]) => ({ name: `${name}-${over}`, upstream })),
    });
    return [
      channel('first', 10, {
        ...Object.fromEntries(served.map((name) => [name, name])),
        spared: 'nothing-used',
      }),
      channel('second', 0, { spared: 'steady' }),
    ];
  });
  return JSON.stringify({
    models: Object.fromEntries(served.map((name) => [name, { price, max_output: 16_384 }])),
    channels,
    users: [{ username: 'root', password: 'root-password-for-tests', role: 'root' }],
    keys: [{ name: 'odd', key, quota_usd: 100_000 }],
  });
}

/** No call is left alone for what earlier ones met; what is silent for long is left. */
export const gatewayEnv = {
  HEADGATE_FIRST_BYTE_TIMEOUT_MS: '5000',
  HEADGATE_WHOLE_FIRST_BYTE_TIMEOUT_MS: '5000',
  HEADGATE_IDLE_TIMEOUT_MS: '1000',
  HEADGATE_BREAKER_OPEN_MS: '1',
  HEADGATE_BREAKER_MAX_OPEN_MS: '1',
  HEADGATE_RETRY_PERCENT: '100',
  HEADGATE_SLICE_IDLE_MS: '200',
};

export async function scriptFaults({ sandboxUrl }: Pick<World, 'sandboxUrl'>): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  for (const [model, fault] of Object.entries(faults)) {
    const body = JSON.stringify({ model, ...fault });
    const answer = await fetch(`${sandboxUrl}/faults`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

/** What only the good end of a stream holds. */
const goodEnds: Record<string, RegExp> = {
  'chat completions': /\[DONE\]/,
  responses: /response\.(?:completed|incomplete)"/,
  messages: /message_stop/,
  generateContent: /finishReason|promptFeedback/,
};

export interface Asked {
  id: string;
  status: number;
  text: string;
  /** The client was told of no trouble. */
  isGood: boolean;
}

export async function ask(
  world: Pick<World, 'baseUrl'>,
  client: string,
  model: string,
  text: string,
  isStreamed: boolean,
): Promise<Asked> {
  const request = plainRequests[client]?.(model, text, isStreamed);
  if (!request) throw new Error(`There is no client ${client}`);
  const answer = await askPlainly(world, key, request);
  const body = await answer.text();
  const isEnded = !isStreamed || (goodEnds[client]?.test(body) ?? false);
  const isGood = answer.status === 200 && isEnded && !body.includes('"error":{');
  return { id: answer.headers.get('x-request-id') ?? '', status: answer.status, text: body, isGood };
}

/** Streams that are read on take theirs. */
const timeoutMs = 120_000;

export type Bill = Record<string, unknown>;

export function billOf({ sql }: Pick<World, 'sql'>, id: string): Promise<Bill> {
  const find = async () => (await sql('select * from ledger.usage where id = $1', [id]))[0];
  return waitFor(find, `the bill of ${id}`, { timeoutMs });
}

/** Tokens that a bill is for, reasoning included. */
export function outputOf(bill: Bill): number {
  return Number(bill.output_visible) + Number(bill.output_reasoning);
}

/** The attempts of a request that the upstream has logged, in their order. */
export function attemptsOf({ served }: Pick<World, 'served'>, id: string, count = 1): Promise<Served[]> {
  return waitFor(
    async () => {
      const logged = (await served()).filter(({ requestId }) => requestId === id);
      logged.sort((one, other) => Number(one.attempt) - Number(other.attempt));
      return logged.length >= count ? logged : undefined;
    },
    'the upstream has logged it',
    { timeoutMs },
  );
}
