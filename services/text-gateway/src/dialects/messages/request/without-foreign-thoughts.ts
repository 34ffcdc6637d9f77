import { sealPrefix } from '../../../canon/seal.ts';
import { elementsIn, memberBytes } from '../../../json/parts.ts';
import { isRecord } from '../../../json/read.ts';
import { ScanError, scanObject } from '../../../json/scan.ts';
import { splice } from '../../../json/splice.ts';

/**
 * The body without the thoughts that upstreams of other dialects had; all else keeps its bytes, also what only the vendor
 * knows. Undefined where it takes more than that: a turn that is still calling tools would lose thoughts, on which it depends how
 * it may think now, or calls have ids that the vendor refuses.
 */
export function withoutForeignThoughts(body: Buffer): Buffer | undefined {
  try {
    const scanned = scanObject(body);
    const messages = elementsIn(memberBytes(body, scanned, 'messages'));
    const asked = messages.findLastIndex(isQuestion);
    if (messages.some((message, index) => index > asked && cutMessage(message) !== message)) return undefined;
    if (messages.some((message) => unfitId.test(message.toString()))) return undefined;
    const kept = messages.map(cutMessage).filter((message) => message !== undefined);
    return splice(body, scanned, new Map([['messages', arrayOf(kept)]]));
  } catch (error) {
    if (error instanceof ScanError) return undefined;
    throw error;
  }
}

const mark = Buffer.from(sealPrefix);
const unfitId = /"(?:tool_use_)?id"\s*:\s*"[^"]*[^\w"-]/;
const resultType = Buffer.from('"tool_result"');

/** What a user says of their own begins a turn; results of tools go on with it. */
function isQuestion(message: Buffer): boolean {
  return read(message, 'role') === 'user' && !message.includes(resultType);
}

/** Undefined where nothing is left, which the vendor would refuse. */
function cutMessage(message: Buffer): Buffer | undefined {
  if (!message.includes(mark) || read(message, 'role') !== 'assistant') return message;
  const scanned = scanObject(message);
  const blocks = elementsIn(memberBytes(message, scanned, 'content'));
  const kept = blocks.filter((block) => !isForeignThought(block));
  if (kept.length === blocks.length) return message;
  return kept.length > 0 ? splice(message, scanned, new Map([['content', arrayOf(kept)]])) : undefined;
}

function isForeignThought(bytes: Buffer): boolean {
  if (!bytes.includes(mark)) return false;
  const block: unknown = JSON.parse(bytes.toString());
  if (!isRecord(block)) return false;
  const slot = { thinking: block.signature, redacted_thinking: block.data }[String(block.type)];
  return typeof slot === 'string' && slot.startsWith(sealPrefix);
}

function read(bytes: Buffer, name: string): unknown {
  const value = memberBytes(bytes, scanObject(bytes), name);
  return value && JSON.parse(value.toString());
}

function arrayOf(elements: readonly Buffer[]): string {
  return `[${elements.map(String).join(',')}]`;
}
