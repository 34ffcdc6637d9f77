/** How often the upstream searched by itself, as that is paid for. Source: Gemini API, "Grounding with Google Search". */
import type { ToolCalls } from '../../../canon/usage.ts';
import { isRecord, type JsonRecord, recordsIn, textIn } from '../../../json/read.ts';

const mark = Buffer.from('"groundingMetadata"');

const none: ToolCalls = {};

/** Since Gemini 3 each query is paid for that differs from the others; before, the request, however often it searched. */
const paysByQuery = /gemini-(?:[3-9]|\d\d)/;

/** Whether it is worth parsing: parts hold the bulk of an answer. */
export function mayBeGrounded(bytes: Buffer): boolean {
  return bytes.includes(mark);
}

/** Counts the searches of one answer, however many pieces it comes in. */
export interface Searches {
  see(candidates: unknown, modelVersion: unknown): void;
  toolCalls(): ToolCalls;
}

export function countSearches(): Searches {
  const queries = new Set<string>();
  let found: Found = { isSearched: false, hasQueries: false, hasPages: false, hasPlaces: false };
  return {
    see(candidates, modelVersion) {
      for (const { groundingMetadata: said } of recordsIn(candidates)) {
        if (!isRecord(said)) continue;
        found = findMore(found, said);
        if (paysByQuery.test(textIn(modelVersion))) for (const query of queriesIn(said)) queries.add(query);
      }
    },
    toolCalls(): ToolCalls {
      const searches = tellsOfSearch(found) ? { google_search: Math.max(queries.size, 1) } : none;
      // An answer is paid for that names places, however many.
      return found.hasPlaces ? { ...searches, google_maps: 1 } : searches;
    },
  };
}

/** What the metadata of an answer have told. */
interface Found {
  /** What only a search leaves behind. */
  isSearched: boolean;
  hasQueries: boolean;
  hasPages: boolean;
  hasPlaces: boolean;
}

function findMore(before: Found, said: JsonRecord): Found {
  const chunks = recordsIn(said.groundingChunks);
  return {
    isSearched: before.isSearched || isRecord(said.searchEntryPoint) || isFilled(said.imageSearchQueries),
    hasQueries: before.hasQueries || isFilled(said.webSearchQueries),
    hasPages: before.hasPages || chunks.some(({ web }) => isRecord(web)),
    hasPlaces: before.hasPlaces || chunks.some(({ maps }) => isRecord(maps)),
  };
}

/**
 * Pages and files that the client named stand in the metadata as well, and no search is paid for them. Queries beside places
 * alone were asked of the map.
 */
function tellsOfSearch({ isSearched, hasQueries, hasPages, hasPlaces }: Found): boolean {
  return isSearched || (hasQueries && (hasPages || !hasPlaces));
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

function queriesIn({ webSearchQueries: queries }: JsonRecord): string[] {
  return Array.isArray(queries) ? queries.map(textIn).filter((query) => query !== '') : [];
}
