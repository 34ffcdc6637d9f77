import { type Cell, refused, taken } from './cell.ts';

const [first, last] = ['https://files.example/first', 'https://files.example/last'];

/** Who takes forms, and who takes JSON alone. */
export const forms: readonly Cell[] = [
  ...['4', '5', '10', '11'].map((seconds) =>
    taken('V9', { seconds }, { secondsMs: Number(seconds) * 1_000 }, { by: 'gateway', isForm: true }),
  ),
  ...['3', '12'].map((seconds) =>
    refused('V9', { seconds }, 'seconds', { isForm: true, says: ['from 4 to 11'] }),
  ),
  taken(
    'V9',
    { seconds: '6', first_frame_image: first, last_frame_image: last },
    { image: 2 },
    { isForm: true },
  ),
  refused('V9', { last_frame_image: last }, 'last_frame_image', { isForm: true }),
  refused('V9', { images: first }, 'images', { isForm: true }),
  refused('V7', { seconds: '4' }, '', { isForm: true, says: ['JSON alone'] }),
];
