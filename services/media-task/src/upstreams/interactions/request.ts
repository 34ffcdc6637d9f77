import type { Json } from '../../call/json.ts';
import type { Reference, Wish } from '../../families/wish.ts';
import { requireBytes } from '../require-bytes.ts';

/** The body of a create. What it makes is asked for as an address, so that polls stay small. */
export function toRequest(wish: Wish, model: string): Json {
  return {
    model,
    input: toInput(wish),
    response_modalities: ['video'],
    background: true,
    response_format: {
      type: 'video',
      aspect_ratio: wish.ratio,
      duration: `${(wish.secondsMs ?? 0) / 1_000}s`,
      resolution: wish.resolution,
      delivery: 'uri',
    },
  };
}

const places = { first_frame: 0, last_frame: 1, reference: 2 };

/** The prompt, then frames and references, each below what it is for. */
function toInput({ prompt, references }: Wish): Json[] {
  const ordered = requireBytes(references).toSorted((one, other) => places[one.role] - places[other.role]);
  let count = 0;
  const parts = ordered.flatMap(({ kind, role, source }) => {
    if (role === 'reference' && kind === 'image') count += 1;
    const data = source.bytes.toString('base64');
    return [
      { type: 'text', text: wordsFor(role, kind, count) },
      { type: kind, data, mime_type: source.type },
    ];
  });
  return [{ type: 'text', text: prompt }, ...parts];
}

function wordsFor(role: Reference['role'], kind: Reference['kind'], count: number): string {
  if (role === 'first_frame') return 'The first frame of the video:';
  if (role === 'last_frame') return 'The last frame of the video:';
  return kind === 'video' ? 'The reference video:' : `Reference image ${count}:`;
}
