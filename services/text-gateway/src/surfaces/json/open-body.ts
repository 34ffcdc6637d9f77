import type { ClientRequest } from '../../dialects/passage.ts';
import { type ContentSize, sizeOfContent } from '../../dialects/size-of-content.ts';
import { invalid } from '../../json/read.ts';
import type { ImageShape } from '../../json/scan.ts';
import { readScanned, scanBody } from '../../json/scan-body.ts';
import { splice } from '../../json/splice.ts';
import { sizeBesideTokens } from './size-beside-tokens.ts';

/** A JSON body that was scanned, and what every style reads of it in the same way. */
export interface OpenBody {
  /** What a request takes over as it is. */
  request: Pick<ClientRequest, 'body' | 'model' | 'passTo'>;
  read(name: string): unknown;
  /** How much of it is what. */
  content: ContentSize;
  /** The same where a member names so many tokens by their numbers: they are no text. */
  contentBeside(name: string, tokens: number | undefined): ContentSize;
}

const noImages: ImageShape = { within: '', parts: [], begins: [] };

/**
 * Opens a body. `fallback` is the model that upstreams take where the body names none; it is written into the body that
 * goes on, so that what is billed is what the upstream reads.
 */
export function openBody(body: Buffer, fallback = '', images = noImages): OpenBody {
  const scanned = scanBody(body, images);
  const read = (name: string): unknown => readScanned(body, scanned, name);
  const named = read('model') ?? undefined;
  const model = named ?? fallback;
  if (typeof model !== 'string' || model === '') throw invalid('model', 'you must provide a model');
  const content = sizeOfContent(body, scanned);
  return {
    request: {
      body,
      model,
      passTo: (target) => {
        const edits = target.model === named ? [] : [['model', JSON.stringify(target.model)] as const];
        return { body: splice(body, scanned, new Map(edits)), dropUsage: false };
      },
    },
    read,
    content,
    contentBeside: (name, tokens) => sizeBesideTokens(content, scanned.members.get(name), tokens),
  };
}
