import { Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { bytes, number, open, text } from '../schema.ts';
import { json, type RouteWords } from './route-words.ts';

const model = text('One of the models that GET /v1/models lists');

const recording = open(
  {
    file: { ...bytes, description: 'The recording' },
    model,
    prompt: text('What went before, or how names are written'),
    response_format: text(undefined, { enum: ['json', 'text', 'srt', 'verbose_json', 'vtt'] }),
    temperature: number(),
  },
  ['file'],
);

const words = json('What was said', open({ text: text() }));

/** Sound out of text, and text out of sound. */
export const soundWords: Record<Sounding, RouteWords> = {
  [Operation.SPEAK]: {
    tag: 'Audio',
    summary: 'Speaks a text',
    body: {
      'application/json': open(
        {
          model,
          input: text('What is said', { example: 'Hello' }),
          voice: text(undefined, { example: 'alloy' }),
          response_format: text(undefined, { enum: ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] }),
          speed: number(),
          instructions: text('How it is said'),
        },
        ['input', 'voice'],
      ),
    },
    answer: { status: 200, description: 'The sound', content: { 'audio/*': bytes } },
  },
  [Operation.TRANSCRIBE]: {
    tag: 'Audio',
    summary: 'Writes down what is said',
    body: { 'multipart/form-data': recording },
    answer: words,
  },
  [Operation.TRANSLATE]: {
    tag: 'Audio',
    summary: 'Writes down in English what is said',
    body: { 'multipart/form-data': recording },
    answer: words,
  },
};

type Sounding = typeof Operation.SPEAK | typeof Operation.TRANSCRIBE | typeof Operation.TRANSLATE;
