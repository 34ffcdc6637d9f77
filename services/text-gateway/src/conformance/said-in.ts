import type { AssistantBlock, ResultBlock, UserBlock } from '../canon/blocks.ts';
import type { CanonRequest } from '../canon/request.ts';

/** Every text in a body, at whatever depth. */
export function saidIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(saidIn) : [];
}

/** What of a request must be found in every body that it is written as: words, bytes, calls and their results. */
export function wordsOf({ instructions, turns, tools }: CanonRequest): string[] {
  const blocks = turns.flatMap((turn): (UserBlock | AssistantBlock)[] => turn.blocks);
  return [
    ...instructions.map(({ text }) => text),
    ...blocks.flatMap(wordsOfBlock),
    ...tools.map(({ name }) => name),
  ].filter((text) => text.trim() !== '');
}

function wordsOfBlock(block: UserBlock | AssistantBlock): string[] {
  switch (block.kind) {
    case 'text':
    case 'refusal':
      return [block.text];
    case 'image':
    case 'file':
      return block.source.kind === 'bytes' ? [block.source.base64] : [];
    case 'tool-call':
      return [block.id, block.name, ...saidIn(JSON.parse(block.argsText || '{}'))];
    case 'tool-result':
      return [block.callId, ...block.blocks.flatMap(wordsOfBlock)];
    default:
      return [];
  }
}

/** Content that an upstream refuses which takes images and documents as bytes, and nothing else. */
export function isRefused({ turns }: CanonRequest): boolean {
  return turns.some((turn) => turn.from === 'user' && turn.blocks.some(isRefusedBlock));
}

const documents = /^(?:application\/(?:pdf|json)|text\/.*|image\/(?:png|jpeg|gif|webp))$/;

function isRefusedBlock(block: UserBlock | ResultBlock): boolean {
  switch (block.kind) {
    case 'audio':
      return true;
    case 'tool-result':
      return block.blocks.some(isRefusedBlock);
    case 'image':
    case 'file':
      return block.source.kind !== 'bytes' || !documents.test(block.source.mediaType);
    default:
      return false;
  }
}
