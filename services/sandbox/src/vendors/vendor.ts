import type { Plan } from '../answer/plan.ts';
import type { JsonRecord } from '../json-record.ts';

/** How one service plays OpenAI's chat completions. */
export interface Vendor {
  /** The part of the path that leads to it. */
  name: string;
  /** What else it has: Anthropic's messages beside `/v1` or within it, and responses. */
  offers: readonly ('responses' | 'messages' | 'messages-beside')[];
  /** The first that says something refuses the request in these words. */
  rules: readonly Rule[];
  /** The plan with what else it makes of such a request. */
  plan?(plan: Plan, body: JsonRecord): Plan;
  /** Where it puts what was thought. */
  thoughts: 'reasoning_content' | 'reasoning' | 'parts';
  /** The id of a call as it writes it, from OpenAI's. */
  callId?(id: string): string;
  /** Usage as it writes it, from OpenAI's. */
  usage(usage: Counts): JsonRecord;
  /** Where usage stands in a stream: in a chunk of its own when asked for, or always at another place. */
  usagePlace: 'asked' | 'own' | 'finish' | 'choice' | 'x_groq';
}

export type Rule = (body: JsonRecord) => string | null;

export interface Counts {
  input: number;
  cached: number;
  /** Reasoning included. */
  output: number;
  reasoning: number;
  /** Of the output, pictures. */
  image: number;
}
