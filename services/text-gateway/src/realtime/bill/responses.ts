import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { inputOf, outputOf, type Usage } from '../../canon/usage.ts';
import { createTally, type Tally } from '../../counting/tally.ts';
import type { JsonRecord } from '../../json/read.ts';
import { type Bill, estimatedBill, reportedBill, unserved } from '../../relay/bills/bill.ts';
import type { ResponseBill, SessionBill } from './bill.ts';
import type { ContextSize } from './context-size.ts';
import { estimateUsage, usageOfWords } from './estimate-usage.ts';
import { decodeUsage } from './usage.ts';

/** The responses of one session that are under way, each with its bill. */
export interface Responses {
  count(): number;
  /** What the upstream calls them. */
  ids(): Iterable<string>;
  /** One that is told of twice begins once. With `no room` it could not be written down, or too many run, and the session must end. */
  begin(response: JsonRecord): 'begun' | 'known' | 'no room';
  /** A piece of what one says, for the case that it breaks off. */
  hear(said: Said): void;
  end(response: JsonRecord): void;
  /** Closes what did not end, with what is known of it. */
  abandon(ending: Ending): void;
}

/** A piece of what a response says: in text, or as the transcript of what is spoken. */
export interface Said {
  responseId: string;
  words: string;
  isSpoken: boolean;
}

interface Running extends ResponseBill {
  /** What it is likely to have read: what comes after its beginning is for the next. */
  read: ReturnType<ContextSize['likely']>;
  /** What it has said until now. */
  text: Tally;
  transcript: Tally;
}

/** Each is a record of the journal that all requests share. Clients have a few under way beside the one of the conversation. */
const mostRunning = 64;

/** Responses that have ended. They follow one another, and one that is told of again is among the last. */
const mostRemembered = 16;

export function createResponses(
  bill: Pick<SessionBill, 'begin'>,
  size: ContextSize,
  { maxOutputTokens }: { maxOutputTokens: number },
): Responses {
  const running = new Map<string, Running>();
  /** The last ones that ended, the newest last. */
  const over: unknown[] = [];

  const isKnown = ({ id }: JsonRecord): boolean => running.has(String(id)) || isOver(id);

  function open({ id }: JsonRecord): 'begun' | 'no room' {
    const opened = bill.begin();
    if (!opened) return 'no room';
    const said = { text: createTally(), transcript: createTally() };
    running.set(String(id), { ...opened, read: size.likely(), ...said });
    return 'begun';
  }

  function isOver(id: unknown): boolean {
    return typeof id === 'string' && over.includes(id);
  }

  /** By the pieces that came of it. */
  function estimateHeard({ read, text, transcript }: Running): Usage | undefined {
    const tokens = { text: text.count().visible, transcript: transcript.count().visible };
    return usageOfWords(tokens, read, maxOutputTokens);
  }

  return {
    count: () => running.size,
    ids: () => running.keys(),
    begin(response) {
      if (isKnown(response)) return 'known';
      return running.size < mostRunning ? open(response) : 'no room';
    },
    hear({ responseId, words, isSpoken }) {
      running.get(responseId)?.[isSpoken ? 'transcript' : 'text'].say('visible', words);
    },
    end(response) {
      if (isOver(response.id)) return;
      const id = String(response.id);
      // One that nobody saw begin is billed all the same.
      if (!isKnown(response) && open(response) === 'no room') return;
      const reported = decodeUsage(response.usage);
      const hasFailed = response.status === 'failed';
      const own = running.get(id);
      // Zeros are what upstreams send that do not know, or that served nothing.
      const isCounted = reported !== undefined && inputOf(reported) + outputOf(reported) > 0;
      // Its end need not tell what it said, as where it was cancelled.
      const estimate =
        own && !isCounted && !hasFailed
          ? (estimateUsage(response, own.read, maxOutputTokens) ?? estimateHeard(own))
          : undefined;
      const isNothing = !isCounted && (hasFailed || reported !== undefined);
      own?.settle({
        ending: hasFailed ? Ending.UPSTREAM_FAILED : Ending.COMPLETED,
        status: 200,
        ...billOf(reported, { estimate, isNothing }),
      });
      running.delete(id);
      over.push(response.id);
      if (over.length > mostRemembered) over.shift();
      if (reported && !estimate) size.addOutput(outputOf(reported));
      else size.addOutput(maxOutputTokens, estimate ? outputOf(estimate) : 0);
    },
    abandon(ending) {
      for (const own of running.values())
        own.settle({ ending, status: 200, ...estimatedBill(estimateHeard(own)) });
      running.clear();
    },
  };
}

/** By the upstream's own counts; by what it said where it has none. */
function billOf(
  reported: Usage | undefined,
  { estimate, isNothing }: { estimate: Usage | undefined; isNothing: boolean },
): Bill {
  if (estimate) return estimatedBill(estimate);
  return isNothing ? unserved : reportedBill(reported);
}
