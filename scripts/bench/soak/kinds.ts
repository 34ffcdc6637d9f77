import type { Random } from '../../chaos/random.ts';
import { cells, type Dialect, dialects, isServed, questions } from '../cells.ts';

/** As in soak.yaml. */
export const keys = {
  governed: 'sk-governedgovernedgovernedgovernedgoverned',
  refused: 'sk-refusedrefusedrefusedrefusedrefused',
  poor: 'sk-poorpoorpoorpoorpoorpoorpoorpoorpoor',
  unknown: 'sk-unknownunknownunknownunknownunknown',
} as const;

export interface Question {
  path: string;
  key: string;
  /** None: it is a GET. Text goes as it is. */
  body?: object | string;
  /** The client leaves after so long. */
  leavesAfterMs?: number;
}

export interface Answer {
  status: number;
  text: string;
  hasLeft: boolean;
}

/** One kind of request of the mix. */
export interface Kind {
  name: string;
  /** How often it is drawn, beside the others. */
  weight: number;
  draw(random: Random): Question;
  isRight(answer: Answer): boolean;
}

/** What each dialect's streams end with. */
const ends: Record<Dialect, RegExp> = {
  'chat-completions': /data: \[DONE\]\n\n$/,
  'generate-content': /"finishReason"/,
  messages: /event: message_stop\n/,
  responses: /event: response\.completed\n/,
};

const served = cells.filter(isServed);
const passed = served.filter(({ client, upstream }) => client === upstream);
const converted = served.filter(({ client, upstream }) => client !== upstream);
const faults = ['fault-cut', 'fault-error-in-stream', 'fault-missing-usage', 'fault-status-500'] as const;
const badBodies = [
  '{',
  '',
  '{"model":"gpt-4o-mini"}',
  '{"model":"gpt-4o-mini","messages":"hi"}',
  '{"model":7,"messages":[{"role":"user","content":"hi"}]}',
  '{"model":"gpt-4o-mini","model":"gpt-4.1","messages":[{"role":"user","content":"hi"}]}',
] as const;

const chatPath = '/v1/chat/completions';
const lorem = (bytes: number): string => 'lorem ipsum '.repeat(Math.ceil(bytes / 12));

export const kinds: readonly Kind[] = [
  whole('whole, 1 KB', 20, 900),
  whole('whole, 64 KB', 3, 64_000),
  // Larger than what is handed on in one piece.
  whole('whole, 400 KB', 1, 400_000),
  stream('a stream of 20 events', 16, '[[chunks=20 delay=25]]'),
  stream('a stream of 400 events at once', 2, '[[chunks=400 size=100]]'),
  ...served.flatMap(({ name, client, model }) => {
    const list = passed.some((cell) => cell.name === name) ? passed : converted;
    const weight = (list === passed ? 10 : 16) / list.length / 2;
    return [
      {
        name: `${name}, whole`,
        weight,
        draw: () => ({ key: keys.governed, ...questions[client](model, false, lorem(900)) }),
        isRight: ({ status, text }: Answer) => status === 200 && isJson(text),
      },
      {
        name: `${name}, a stream`,
        weight,
        draw: () => ({
          key: keys.governed,
          ...questions[client](model, true, `${lorem(300)} [[chunks=20 delay=10]]`),
        }),
        isRight: ({ status, text }: Answer) => status === 200 && ends[client].test(text),
      },
    ];
  }),
  {
    name: 'a client that leaves a stream',
    weight: 6,
    draw: (random) => {
      const { client, model } = served[random.below(served.length)] ?? { client: dialects[0], model: '' };
      const question = questions[client](model, true, '[[chunks=100 delay=50]]');
      return { key: keys.governed, ...question, leavesAfterMs: 30 + random.below(800) };
    },
    isRight: ({ hasLeft }) => hasLeft,
  },
  {
    name: 'a client that leaves before an answer',
    weight: 1,
    draw: () => ({ ...chat(false, '[[wait=1000]]'), leavesAfterMs: 100 }),
    isRight: ({ hasLeft }) => hasLeft,
  },
  refused('refused by its rate', 4, keys.refused, [200, 429]),
  refused('refused, a key that is unknown', 1, keys.unknown, [401]),
  refused('refused, nothing left', 2, keys.poor, [402]),
  {
    name: 'a body that is no request',
    weight: 4,
    draw: (random) => ({ path: chatPath, key: keys.governed, body: random.pick(badBodies) }),
    isRight: ({ status }) => status === 400,
  },
  {
    name: 'a model that nobody has',
    weight: 1,
    draw: () => ({ ...chat(false, 'hi', 'no-such-model') }),
    isRight: ({ status }) => status === 503,
  },
  {
    name: 'an upstream that fails',
    weight: 4,
    draw: (random) => chat(random.percent(50), '[[chunks=5]]', random.pick(faults)),
    // However it comes out: nobody waits for ever, and the books have it.
    isRight: ({ status }) => status > 0,
  },
  got('the list of models', 2, '/v1/models'),
  got('what a key has used', 1, '/api/usage/token'),
  {
    name: 'embeddings',
    weight: 2,
    draw: () => ({
      path: '/v1/embeddings',
      key: keys.governed,
      body: { model: 'text-embedding-3-small', input: lorem(500) },
    }),
    isRight: isGood,
  },
  {
    name: 'a count of tokens',
    weight: 1,
    draw: () => ({
      path: '/v1/messages/count_tokens',
      key: keys.governed,
      body: { model: 'claude-sonnet-4-5', messages: [{ role: 'user', content: lorem(500) }] },
    }),
    isRight: isGood,
  },
];

function whole(name: string, weight: number, bytes: number): Kind {
  return { name, weight, draw: () => chat(false, lorem(bytes)), isRight: isGood };
}

function stream(name: string, weight: number, content: string): Kind {
  return {
    name,
    weight,
    draw: () => chat(true, content),
    isRight: ({ status, text }) => status === 200 && ends['chat-completions'].test(text),
  };
}

function refused(name: string, weight: number, key: string, statuses: readonly number[]): Kind {
  return {
    name,
    weight,
    draw: () => ({ ...chat(false, 'hi'), key }),
    isRight: ({ status }) => statuses.includes(status),
  };
}

function got(name: string, weight: number, path: string): Kind {
  return { name, weight, draw: () => ({ path, key: keys.governed }), isRight: isGood };
}

function chat(isStream: boolean, content: string, model = 'gpt-4o-mini'): Question {
  return { key: keys.governed, ...questions['chat-completions'](model, isStream, content) };
}

function isGood({ status, text }: Answer): boolean {
  return status === 200 && isJson(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
