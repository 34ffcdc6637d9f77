import { editElements } from '../../../json/edit-elements.ts';
import { ifReadable } from '../../../json/if-readable.ts';
import { elementsIn, membersIn, textOf } from '../../../json/parts.ts';
import { scanObject } from '../../../json/scan.ts';
import { splice } from '../../../json/splice.ts';
import { editWithin } from '../../../json/splice-within.ts';

const callNames = ['functionCall', 'function_call'];
const resultNames = ['functionResponse', 'function_response'];

/**
 * The body without the ids of calls and of their results, for a service that takes none; all else keeps its bytes. Undefined where
 * results stand in another order than their calls: without ids, order is all that tells which answers which. Undefined as well where
 * one content, or one part, stands for a list of one: those are left to a conversion.
 */
export function withoutCallIds(body: Buffer): Buffer | undefined {
  if (!body.includes('"id"')) return body;
  const order = followOrder();
  return ifReadable(() => {
    const contents = elementsIn(membersIn(body)?.('contents'));
    const areLists =
      contents.length > 0 && contents.every((content) => isList(membersIn(content)?.('parts')));
    if (!areLists) return undefined;
    const cut = editElements(body, 'contents', (content) =>
      editElements(content, 'parts', (part) => cutPart(part, order)),
    );
    return order.isKept() ? cut : undefined;
  });
}

function isList(parts: Buffer | undefined): boolean {
  return parts?.[0] !== openBrace;
}

const openBrace = 0x7b;

function cutPart(part: Buffer, order: Order): Buffer {
  const member = membersIn(part);
  const idIn = (name: string) => membersIn(member?.(name))?.('id');
  for (const name of callNames) order.addCall(textOf(idIn(name)));
  for (const name of resultNames) order.addResult(textOf(idIn(name)));
  const named = [...callNames, ...resultNames].filter(idIn);
  if (named.length === 0) return part;
  const scanned = scanObject(part);
  const edits = named.map((name) => editWithin(part, scanned, name, () => new Map([['id', undefined]])));
  return splice(part, scanned, new Map(edits.filter((edit) => edit !== undefined)));
}

interface Order {
  addCall(id: string | undefined): void;
  addResult(id: string | undefined): void;
  isKept(): boolean;
}

/** Results whose ids no call has are of clients that number the calls themselves, and are known by their places already. */
function followOrder(): Order {
  const places = new Map<string, number>();
  let calls = 0;
  let isKept = true;
  let reached = 0;
  return {
    addCall(id) {
      if (id !== undefined) places.set(id, calls++);
    },
    addResult(id) {
      const place = places.get(id ?? '') ?? reached;
      if (place < reached) isKept = false;
      reached = place;
    },
    isKept: () => isKept,
  };
}
