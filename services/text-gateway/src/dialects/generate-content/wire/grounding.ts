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
  let hasSearched = false;
  return {
    see(candidates, modelVersion) {
      for (const { groundingMetadata: said } of recordsIn(candidates)) {
        if (!isRecord(said) || !tellsOfSearch(said)) continue;
        hasSearched = true;
        if (paysByQuery.test(textIn(modelVersion))) for (const query of queriesIn(said)) queries.add(query);
      }
    },
    toolCalls: (): ToolCalls => (hasSearched ? { google_search: Math.max(queries.size, 1) } : none),
  };
}

/** Pages and files that the client named stand in the metadata as well, and no search is paid for them. */
function tellsOfSearch({
  webSearchQueries,
  imageSearchQueries,
  searchEntryPoint,
  groundingChunks,
}: JsonRecord): boolean {
  const hasQueries = [webSearchQueries, imageSearchQueries].some(
    (queries) => Array.isArray(queries) && queries.length > 0,
  );
  return (
    hasQueries || isRecord(searchEntryPoint) || recordsIn(groundingChunks).some(({ maps }) => isRecord(maps))
  );
}

function queriesIn({ webSearchQueries: queries }: JsonRecord): string[] {
  return Array.isArray(queries) ? queries.map(textIn).filter((query) => query !== '') : [];
}
