import type { CatalogSize } from './catalog.ts';

/** One kind of load. */
export interface Lane {
  name: string;
  client: 'chat-completions' | 'messages' | 'responses' | 'generate-content';
  provider: 'openai' | 'anthropic' | 'gemini';
  isMapped?: boolean;
  stream?: boolean;
  /** Between two events; 0 sends them all at once. */
  gapMs?: number;
  concurrency: number;
  catalog?: CatalogSize;
}

const chat = { client: 'chat-completions', provider: 'openai' } as const;
const converted = { client: 'messages', provider: 'openai' } as const;
const together = { stream: true, gapMs: 0, concurrency: 16 } as const;
const alone = { stream: true, gapMs: 5, concurrency: 20 } as const;

export const lanes: readonly Lane[] = [
  { name: 'whole', ...chat, concurrency: 32 },
  { name: 'whole mapped', ...chat, isMapped: true, concurrency: 32 },
  { name: 'whole converted', ...converted, concurrency: 32 },
  { name: 'whole of 5,000 models', ...chat, concurrency: 32, catalog: { models: 5_000, channels: 1_000 } },
  { name: 'events together', ...chat, ...together },
  { name: 'events together mapped', ...chat, ...together, isMapped: true },
  { name: 'events together converted', ...converted, ...together },
  { name: 'events alone', ...chat, ...alone },
  { name: 'events alone mapped', ...chat, ...alone, isMapped: true },
  { name: 'events alone converted', ...converted, ...alone },
];
