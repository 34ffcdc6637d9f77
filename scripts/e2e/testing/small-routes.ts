/** What the tests of the routes beyond the dialects are configured with, and what each request there costs. */
import { unitsPerDollar } from './units-of.ts';
import type { Served } from './world.ts';

export const keys = {
  good: 'sk-smallsmallsmallsmallsmallsmallsmallsmall',
  poor: 'sk-poorpoorpoorpoorpoorpoorpoorpoorpoorpoor',
} as const;

interface Price {
  input?: number;
  output?: number;
  audio_input?: number;
  audio_output?: number;
  call?: number;
}

/** In dollars: per million tokens, and per call. */
const prices: Record<string, Price> = {
  'the-model': { input: 100, output: 200 },
  'gpt-3.5-turbo-instruct': { input: 150, output: 250 },
  'text-embedding-3-small': { input: 20 },
  'gemini-embedding-001': { input: 30 },
  'gemini-embedding-2': { input: 40 },
  'jina-reranker': { input: 50 },
  'omni-moderation-latest': { call: 0.0001 },
  'tts-1': { input: 1500 },
  'gpt-4o-mini-tts': { input: 60, output: 70, audio_output: 1200 },
  'gpt-4o-transcribe': { input: 250, output: 1000, audio_input: 600 },
  'whisper-1': { call: 0.006 },
};

const faults = ['status-500', 'status-400', 'cut', 'no-terminal', 'error-in-stream'];
for (const fault of faults) prices[`fault-${fault}`] = { input: 1, output: 2 };

/** Channels by name, with the names that clients use. */
const channels = [
  {
    name: 'openai',
    base: '/v1',
    models: {
      'openai-instruct': 'gpt-3.5-turbo-instruct',
      'openai-chat': 'the-model',
      'openai-embedding': 'text-embedding-3-small',
      'openai-moderation': 'omni-moderation-latest',
      'openai-speech': 'gpt-4o-mini-tts',
      'openai-transcribe': 'gpt-4o-transcribe',
      'omni-moderation-latest': 'omni-moderation-latest',
      'tts-1': 'tts-1',
      'whisper-1': 'whisper-1',
      ...Object.fromEntries(faults.map((fault) => [fault, `fault-${fault}`])),
    },
  },
  {
    name: 'openai-compatible',
    base: '/v1',
    models: {
      'compatible-chat': 'the-model',
      'compatible-embedding': 'text-embedding-3-small',
      'compatible-rerank': 'jina-reranker',
      'compatible-moderation': 'omni-moderation-latest',
      'compatible-speech': 'gpt-4o-mini-tts',
      'compatible-transcribe': 'gpt-4o-transcribe',
    },
  },
  { name: 'anthropic', base: '/v1', models: { 'anthropic-chat': 'the-model' } },
  { name: 'bedrock', base: '', region: 'us-east-1', models: { 'bedrock-chat': 'the-model' } },
  {
    name: 'gemini',
    base: '/v1beta',
    models: {
      'gemini-chat': 'the-model',
      'gemini-embedding': 'gemini-embedding-001',
      'gemini-counted': 'gemini-embedding-2',
    },
  },
];

const channelLines = channels.map(({ name, base, region, models }) => {
  const served = Object.entries(models).map(
    ([alias, upstream]) => `{ name: ${alias}, upstream: ${upstream} }`,
  );
  return `
  - name: ${name}
    provider: ${name}
    base_url: "\${HEADGATE_SANDBOX_URL}${base}"
    keys: ["upstream-secret-key"]${region ? `\n    region: ${region}` : ''}
    models: [${served.join(', ')}]`;
});

export const configuration = `
models:
${Object.entries(prices)
  .map(([model, price]) => `  ${model}: { price: ${JSON.stringify(price)}, max_output: 4096 }`)
  .join('\n')}
channels: ${channelLines.join('')}
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: good, key: "${keys.good}", quota_usd: 1000 }
  - { name: poor, key: "${keys.poor}", quota_usd: 0.000002 }
`;

/** What a served request costs by the sandbox's own count: tokens of sound where its route has sound. */
export function unitsOf({ model, dialect, usage }: Served): bigint {
  const { input = 0, output = 0, call = 0, ...sound } = prices[model] ?? {};
  const inputPrice = dialect.startsWith('trans') ? (sound.audio_input ?? input) : input;
  const outputPrice = dialect === 'speech' ? (sound.audio_output ?? output) : output;
  return inUnits((usage.inputTokens * inputPrice + usage.outputTokens * outputPrice) / 1e6 + call);
}

/** What a text costs whose characters are counted, and the sound that they become: four tokens for three of them. */
export function unitsOfCharacters(model: string, text: string): bigint {
  const { input = 0, audio_output: sound = 0 } = prices[model] ?? {};
  const characters = [...text].length;
  return inUnits((characters * input + Math.ceil((characters * 4) / 3) * sound) / 1e6);
}

function inUnits(dollars: number): bigint {
  // Twelve digits hold every product of these prices exactly; what lies beyond is the error of floats.
  return BigInt(Math.round(Number((dollars * unitsPerDollar).toPrecision(12))));
}
