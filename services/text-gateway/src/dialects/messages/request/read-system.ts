import type { TextBlock } from '../../../canon/blocks.ts';
import { decodeTextBlocks, type Extras } from '../decode-blocks.ts';

const name = 'x-anthropic-billing-header';

/**
 * What Claude Code tells Anthropic of itself before its prompt, in another way each time: no cache of anybody else would ever be
 * hit behind it, and Bedrock refuses it. Source: Claude Code's gateway protocol, "System prompt attribution block".
 */
const attribution = new RegExp(`^${name}:(?:\\s*[\\w-]+=[^;\\s]*;)+\\s*`);

/** The system texts of a request. */
export function readSystem(system: unknown, extras: Extras): TextBlock[] {
  return decodeTextBlocks(system ?? '', 'system', extras).flatMap((block) => {
    const text = block.text.replace(attribution, '');
    if (text === block.text) return [block];
    extras.set(name, true);
    return text === '' ? [] : [{ ...block, text }];
  });
}
