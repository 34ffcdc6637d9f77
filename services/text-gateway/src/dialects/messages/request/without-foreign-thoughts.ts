import { sealPrefix } from '../../../canon/seal.ts';
import { editElements } from '../../../json/edit-elements.ts';
import { ifReadable } from '../../../json/if-readable.ts';
import { elementsIn, memberBytes, membersIn } from '../../../json/parts.ts';
import { isRecord } from '../../../json/read.ts';
import { scanObject } from '../../../json/scan.ts';
import { isBlank } from '../encode-blocks.ts';

/**
 * The body without the thoughts that upstreams of other dialects had, and the blank texts that some of them put behind these; all
 * else keeps its bytes, also what only the vendor knows. Undefined where it takes more than that: a turn that is still calling tools,
 * and thinks by a budget, would lose thoughts or had none, or calls have ids that the vendor refuses.
 */
export function withoutForeignThoughts(body: Buffer): Buffer | undefined {
  return ifReadable(() => {
    const scanned = scanObject(body);
    const messages = elementsIn(memberBytes(body, scanned, 'messages'));
    const asked = messages.findLastIndex(isQuestion);
    const turn = messages.slice(asked + 1);
    if (thinksByBudget(memberBytes(body, scanned, 'thinking')) && resumesWithoutThinking(turn))
      return undefined;
    if (messages.some(hasUnfitId)) return undefined;
    return editElements(body, 'messages', cutMessage);
  });
}

const mark = Buffer.from(sealPrefix);
const fitId = /^"[\w-]*"$/;
const resultType = Buffer.from('"tool_result"');

/** What a user says of their own begins a turn; results of tools go on with it. */
function isQuestion(message: Buffer): boolean {
  return read(message, 'role') === 'user' && !message.includes(resultType);
}

/** Undefined where nothing is left, which the vendor would refuse. */
function cutMessage(message: Buffer): Buffer | undefined {
  if (read(message, 'role') !== 'assistant') return message;
  const cut = editElements(message, 'content', (block) => (isRefused(block) ? undefined : block));
  return cut === message || blocksOf(cut).length > 0 ? cut : undefined;
}

/** A thought that others sealed, or a text of nothing but white space. */
function isRefused(bytes: Buffer): boolean {
  const block: unknown = JSON.parse(bytes.toString());
  if (!isRecord(block)) return false;
  if (block.type === 'text') return typeof block.text === 'string' && isBlank(block.text);
  const slot = { thinking: block.signature, redacted_thinking: block.data }[String(block.type)];
  return typeof slot === 'string' && slot.startsWith(sealPrefix);
}

function hasUnfitId(message: Buffer): boolean {
  return blocksOf(message).some((block) => {
    const member = membersIn(block);
    return ['id', 'tool_use_id'].some((name) => !fitId.test(member?.(name)?.toString() ?? '""'));
  });
}

function thinksByBudget(thinking: Buffer | undefined): boolean {
  return membersIn(thinking)?.('type')?.toString() === '"enabled"';
}

/** With a budget, the vendor demands that a turn began with a thought, and went on with all that it had. */
function resumesWithoutThinking(turn: readonly Buffer[]): boolean {
  if (turn.some((message) => message.includes(mark) && cutMessage(message) !== message)) return true;
  const begun = turn.find((message) => read(message, 'role') === 'assistant');
  return begun !== undefined && !membersIn(blocksOf(begun)[0])?.('type')?.includes('thinking"');
}

function blocksOf(message: Buffer): Buffer[] {
  return elementsIn(membersIn(message)?.('content'));
}

function read(bytes: Buffer, name: string): unknown {
  const value = membersIn(bytes)?.(name);
  return value && JSON.parse(value.toString());
}
