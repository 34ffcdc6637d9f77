/** The blocks of a streamed answer, of which chat completions say neither where they begin nor where they end. */
import type { PictureBlock } from '../../../canon/blocks.ts';
import type { ReplyEvent } from '../../../canon/events.ts';
import type { Seal } from '../../../canon/seal.ts';
import { afterInput, beforeInput, escapeInput } from '../../../canon/tools/freeform/args.ts';
import { unfoldReply } from '../../../canon/unfold.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';
import type { Ids } from '../../codec.ts';
import { mintCallId } from '../tools/call-ids.ts';
import { readThoughtSignature } from '../tools/thought-signature.ts';
import { type Args, beginArgs } from './args.ts';
import { textOf } from './texts.ts';

type Spoken = 'text' | 'refusal' | 'reasoning';

export interface Blocks {
  /** More of a text: goes on with the open one of its kind, or ends the other and begins anew. */
  say(kind: Spoken, text: string): ReplyEvent[];
  /** A picture, whole. */
  show(picture: PictureBlock): ReplyEvent[];
  /** A piece of a tool call. */
  call(piece: unknown): ReplyEvent[];
  hasCalls(): boolean;
  /** Whether the name of a call has not come. */
  hasNameless(): boolean;
  /** Ends all that is open. */
  end(): ReplyEvent[];
}

interface Call {
  id: string;
  name: string;
  index: number;
  /** Held back until the call's arguments are whole. */
  seal: Seal | undefined;
  isFreeform: boolean;
  args: Args;
}

export function beginBlocks(ids: Ids): Blocks {
  let begun = 0;
  let spoken: { kind: Spoken; index: number } | undefined;
  /** All calls, by the place at which the upstream's pieces name them. All are open: pieces may hop between them. */
  const calls: Call[] = [];
  const places = new Map<number, Call>();
  const byId = new Map<string, Call>();
  /** The ids of calls by their places, of which nothing but these has come. */
  const announced = new Map<number | undefined, string>();

  function endSpoken(): ReplyEvent[] {
    const ended: ReplyEvent[] = spoken ? [{ kind: 'block-end', index: spoken.index }] : [];
    spoken = undefined;
    return ended;
  }

  /**
   * The call that a piece goes on with. Google's upstream names no place and sends calls whole: there each name
   * begins a call, but for one of an id that has come and whose arguments are not whole: some take a tool's name for the id of each of
   * its calls. Others give all calls the same place and tell them apart by id alone, or by nothing but that the one is whole.
   */
  function findCall({ index, id }: JsonRecord, name: string, said: string): Call | undefined {
    const place = placeOf(index);
    const known = place === undefined ? (byId.get(textOf(id)) ?? calls.at(-1)) : places.get(place);
    if (name === '' || !known) return known;
    const hasOtherId = textOf(id) === '' ? place === undefined : id !== known.id;
    const isSame = name === known.name && (textOf(id) !== '' || known.args.are(said));
    const isNext = said.trim() !== '' && known.args.isWhole() && (place === undefined || !isSame);
    return hasOtherId || isNext ? undefined : known;
  }

  function begin(piece: JsonRecord, name: string): [Call, ReplyEvent[]] {
    if (name === '') throw new Error('A tool call begins without a name');
    const place = placeOf(piece.index);
    const call: Call = {
      id: textOf(piece.id) || announced.get(place) || mintCallId(ids, calls.length),
      name,
      index: begun,
      seal: undefined,
      isFreeform: isRecord(piece.custom),
      args: beginArgs(),
    };
    const ended = endSpoken();
    begun += 1;
    calls.push(call);
    byId.set(call.id, call);
    announced.delete(place);
    places.set(place ?? calls.length - 1, call);
    const { id, index, isFreeform } = call;
    const events: ReplyEvent[] = [
      ...ended,
      { kind: 'block-start', index, block: { kind: 'tool-call', id, name } },
      ...(isFreeform ? [{ kind: 'block-delta' as const, index, text: beforeInput }] : []),
    ];
    return [call, events];
  }

  return {
    say(kind, text) {
      if (text === '') return [];
      const events: ReplyEvent[] = [];
      if (spoken?.kind !== kind) {
        events.push(...endSpoken(), { kind: 'block-start', index: begun, block: { kind } });
        spoken = { kind, index: begun };
        begun += 1;
      }
      return [...events, { kind: 'block-delta', index: spoken.index, text }];
    },
    show(picture) {
      const index = begun;
      begun += 1;
      const [, ...events] = unfoldReply({ blocks: [picture] });
      return [...endSpoken(), ...events.map((event) => ('index' in event ? { ...event, index } : event))];
    },
    call(piece) {
      if (!isRecord(piece)) return [];
      const { name, arguments: args, input } = [piece.custom, piece.function].find(isRecord) ?? {};
      const said = isRecord(args) ? JSON.stringify(args) : textOf(args);
      const known = findCall(piece, textOf(name), said);
      if (!known && textOf(name) === '' && textOf(piece.id) !== '' && said + textOf(input) === '') {
        announced.set(placeOf(piece.index), textOf(piece.id));
        return [];
      }
      const [call, events] = known ? [known, []] : begin(piece, textOf(name));
      call.seal ??= readThoughtSignature(piece);
      const text = call.isFreeform ? escapeInput(textOf(input)) : call.args.add(said);
      return text === '' ? events : [...events, { kind: 'block-delta', index: call.index, text }];
    },
    hasCalls: () => calls.length > 0,
    hasNameless: () => announced.size > 0,
    end() {
      const ended = calls.flatMap(({ index, seal, isFreeform, args }): ReplyEvent[] => {
        const rest = isFreeform ? afterInput : args.end();
        return [
          ...(rest === '' ? [] : [{ kind: 'block-delta' as const, index, text: rest }]),
          ...(seal ? [{ kind: 'block-seal' as const, index, seal }] : []),
          { kind: 'block-end', index },
        ];
      });
      return [...endSpoken(), ...ended];
    },
  };
}

/** Some write it as a text. */
function placeOf(index: unknown): number | undefined {
  if (typeof index === 'number') return index;
  return typeof index === 'string' && /^\d+$/.test(index) ? Number(index) : undefined;
}
