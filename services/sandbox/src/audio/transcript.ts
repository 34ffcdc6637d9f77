import type { Usage } from '../answer/meter.ts';
import type { Delta } from '../answer/produce.ts';
import { createRendering } from '../chat-completions/rendering.ts';
import type { Identity } from '../exchange/dialect.ts';
import type { Frame, Rendering } from '../exchange/exchange.ts';
import { sseFrame } from '../exchange/sse.ts';
import { countsOf } from './speech-events.ts';

export const formats = ['json', 'text', 'srt', 'verbose_json', 'vtt'] as const;

export interface TranscriptShape {
  format: (typeof formats)[number];
  /** Those of the prompt. */
  textTokens: number;
  /** Counts seconds in place of tokens. */
  isTimed: boolean;
}

/** Writes what was heard. `usage` is null for an answer without. */
export function transcriptRendering(
  identity: Identity,
  shape: TranscriptShape,
  usage: (() => Usage) | null,
): Rendering {
  const counts = () => usage && { usage: writeUsage(usage(), shape) };
  const isJson = shape.format === 'json' || shape.format === 'verbose_json';
  return {
    ...createRendering({ ...identity, model: '' }, null, false),
    wholeType: isJson ? 'application/json' : 'text/plain; charset=utf-8',
    body: (deltas) => writeWhole(textOf(deltas), shape, counts() ?? {}),
    *frames(deltas: Iterable<Delta>): Generator<Frame> {
      let text = '';
      for (const delta of deltas) {
        if (delta.type !== 'content') continue;
        text += delta.text;
        yield event('piece', { type: 'transcript.text.delta', delta: delta.text }, [delta]);
      }
      yield event('finish', { type: 'transcript.text.done', text, ...counts() }, []);
    },
    withoutUsage: () => transcriptRendering(identity, shape, null),
  };
}

function textOf(deltas: Delta[]): string {
  return deltas.map((delta) => (delta.type === 'content' ? delta.text : '')).join('');
}

function event(type: Frame['type'], json: object, deltas: Delta[]): Frame {
  return { type, text: sseFrame(null, JSON.stringify(json)), deltas };
}

const seconds = 2;

function writeUsage(usage: Usage, { isTimed, textTokens }: TranscriptShape): object {
  if (isTimed) return { type: 'duration', seconds };
  const details = { text_tokens: textTokens, audio_tokens: usage.inputTokens - textTokens };
  return { type: 'tokens', ...countsOf(usage), input_token_details: details };
}

function writeWhole(text: string, { format }: TranscriptShape, counts: object): string {
  switch (format) {
    case 'json':
      return JSON.stringify({ text, ...counts });
    case 'verbose_json':
      return JSON.stringify({ task: 'transcribe', language: 'english', duration: seconds, text, ...counts });
    case 'text':
      return `${text}\n`;
    case 'srt':
      return `1\n00:00:00,000 --> 00:00:02,000\n${text}\n\n`;
    case 'vtt':
      return `WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n${text}\n\n`;
  }
}
