import type { Dialect } from './cells.ts';

/** One kind of load. */
export interface Lane {
  name: string;
  content: string;
  stream: boolean;
  concurrency: number;
  /** Requests a second; 0 sends the next as soon as one is done. */
  rate: number;
  /** Sent with the key that is past its rate; every answer is a 429. */
  isRefused?: boolean;
  /** What the client speaks and what the upstream speaks. */
  client: Dialect;
  upstream: Dialect;
}

const kilobyte = lorem(900);
const kilobytes64 = lorem(64_000);
const chat = { client: 'chat-completions', upstream: 'chat-completions' } as const;
const whole = { ...chat, stream: false, rate: 0, concurrency: 32 };
const together = {
  ...chat,
  stream: true,
  rate: 0,
  concurrency: 16,
  content: `[[chunks=200]] ${kilobyte}`,
};
/** As many streams as keep a core busy with events that arrive on their own. */
const alone = { ...together, concurrency: 100, content: `[[chunks=200 delay=5]] ${kilobyte}` };
const intoMessages = { client: 'chat-completions', upstream: 'messages' } as const;
const ofMessages = { client: 'messages', upstream: 'chat-completions' } as const;

/** Those that a target is set for. */
export const targetLanes = {
  kilobyte: { ...whole, name: '1 KB, whole, 32 at a time', content: kilobyte },
  longQuestion: {
    ...whole,
    name: '64 KB asked, 1 KB said, whole, 32 at a time',
    content: `[[total=900]] ${kilobytes64}`,
  },
  kilobytes64: { ...whole, name: '64 KB, whole, 32 at a time', content: kilobytes64 },
  steady: { ...whole, name: '1 KB, whole, 300 a second', content: kilobyte, rate: 300, concurrency: 64 },
  together: { ...together, name: '1 KB, 200 events at once, 16 streams' },
  alone: { ...alone, name: '1 KB, 200 events 5 ms apart, 100 streams' },
  intoMessagesTogether: {
    ...together,
    ...intoMessages,
    name: 'chat-completions over messages, 200 events at once, 16 streams',
  },
  intoMessagesAlone: {
    ...alone,
    ...intoMessages,
    name: 'chat-completions over messages, 200 events 5 ms apart, 100 streams',
  },
  ofMessagesTogether: {
    ...together,
    ...ofMessages,
    name: 'messages over chat-completions, 200 events at once, 16 streams',
  },
  ofMessagesAlone: {
    ...alone,
    ...ofMessages,
    name: 'messages over chat-completions, 200 events 5 ms apart, 100 streams',
  },
} satisfies Record<string, Lane>;

export const lanes: readonly Lane[] = [
  ...Object.values(targetLanes),
  {
    ...together,
    name: '64 KB, 200 events at once, 16 streams',
    content: `[[chunks=200]] ${kilobytes64}`,
  },
  { ...alone, name: '1 KB, 200 events 5 ms apart, 20 streams', concurrency: 20 },
  { ...whole, name: '1 KB, refused by the rate limit', content: kilobyte, isRefused: true },
];

function lorem(bytes: number): string {
  return 'lorem ipsum '.repeat(Math.ceil(bytes / 12)).slice(0, bytes);
}
