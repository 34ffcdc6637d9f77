import { expect, test } from 'vitest';
import type { PictureBlock } from '../blocks.ts';
import { recordLosses } from '../losses.ts';
import type { Turn } from '../request.ts';
import { showPictures } from './pictures.ts';

const picture: PictureBlock = { kind: 'picture', mediaType: 'image/png', base64: 'iVBORw==' };
const image = { kind: 'image', source: { kind: 'bytes', mediaType: 'image/png', base64: 'iVBORw==' } };
const text = (words: string) => ({ kind: 'text' as const, text: words });

function shown(turns: Turn[]) {
  const losses = recordLosses();
  const written = showPictures(turns, losses);
  return { turns: written, dropped: losses.dropped, approximated: losses.approximated };
}

test('a picture is shown with what the user says next, behind results of tools and before the words', () => {
  const result = { kind: 'tool-result' as const, callId: 'call', blocks: [] };
  const drawn: Turn = { from: 'assistant', blocks: [text('A cat'), picture, picture] };
  expect(shown([drawn, { from: 'user', blocks: [result, text('Bluer')] }])).toEqual({
    turns: [
      { from: 'assistant', blocks: [text('A cat')] },
      { from: 'user', blocks: [result, image, image, text('Bluer')] },
    ],
    dropped: [],
    approximated: ['images'],
  });
});

test('each is shown once', () => {
  const drawn: Turn = { from: 'assistant', blocks: [picture] };
  const { turns } = shown([
    drawn,
    { from: 'user', blocks: [text('One')] },
    drawn,
    { from: 'user', blocks: [text('Two')] },
  ]);
  expect(turns.map(({ blocks }) => blocks)).toEqual([[], [image, text('One')], [], [image, text('Two')]]);
});

test('one that nobody says anything about is dropped', () => {
  expect(shown([{ from: 'assistant', blocks: [picture, text('It')] }])).toEqual({
    turns: [{ from: 'assistant', blocks: [text('It')] }],
    dropped: ['images'],
    approximated: [],
  });
});

test('a conversation without pictures stays as it is', () => {
  const turns: Turn[] = [{ from: 'assistant', blocks: [text('It')] }];
  expect(shown(turns).turns).toBe(turns);
});
