const megabyte = 1024 * 1024;

/** Streams of one event a second that are open at the same time: how much memory does each take? */
export interface OpenStreamsLane {
  name: string;
  streams: number;
}

/** Each is measured against what there was before all of them. */
export const openStreamsLanes: readonly OpenStreamsLane[] = [
  { name: 'memory of 1,000 open streams', streams: 1_000 },
  { name: 'memory of 5,000 open streams', streams: 5_000 },
  { name: 'memory of 5,000 open streams, again', streams: 5_000 },
];

/** Clients that ask for far more than they read. */
export interface StallLane {
  name: string;
  path: string;
  /** @param content what makes the vendor answer that much */
  body(content: string): object;
  answerBytes: number;
  clients: number;
  /** A whole answer is held until its bill is closed: nobody waits for its client then. */
  isHeld?: true;
}

const messages = (content: string) => [{ role: 'user', content }];
const large = { answerBytes: 300 * megabyte, clients: 4 };

export const stallLanes: readonly StallLane[] = [
  {
    ...large,
    name: 'memory while clients stall, a stream',
    path: '/v1/chat/completions',
    body: (content) => ({ model: 'flood', stream: true, messages: messages(content) }),
  },
  {
    ...large,
    name: 'memory while clients stall, a converted stream',
    path: '/v1/messages',
    body: (content) => ({ model: 'flood', stream: true, max_tokens: 4_096, messages: messages(content) }),
  },
  {
    ...large,
    name: 'memory while clients stall, a sound',
    path: '/v1/audio/speech',
    body: (content) => ({ model: 'flood-speech', voice: 'alloy', input: content }),
  },
  {
    name: 'memory while clients stall, a whole answer',
    path: '/v1/chat/completions',
    body: (content) => ({ model: 'flood', messages: messages(content) }),
    answerBytes: 32 * megabyte,
    clients: 4,
    isHeld: true,
  },
];
