import { isRecord } from '../../json/read.ts';
import type { ModelListing } from '../../upstreams/upstream.ts';

/** So many are taken of a list, each no longer than models of ours may be. */
const maxModels = 5_000;
const maxNameLength = 200;

/** The names of a vendor's list, sorted; undefined where it is none. */
export function readModels({ list, name, prefix = '' }: ModelListing, body: Buffer): string[] | undefined {
  const answer = parse(body);
  const entries = isRecord(answer) ? answer[list] : undefined;
  if (!Array.isArray(entries)) return undefined;
  const names = entries
    .map((entry) => (isRecord(entry) ? entry[name] : undefined))
    .filter((found) => typeof found === 'string')
    .filter((found) => found !== '' && found.length <= maxNameLength)
    .map((found) => (found.startsWith(prefix) ? found.slice(prefix.length) : found));
  return [...new Set(names)].sort().slice(0, maxModels);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
