import { recordsIn } from '../json/read.ts';
import type { UpstreamHeaders } from '../upstream-call/call.ts';
import type { Refusal } from './refusal.ts';

const [leastMs, mostMs] = [1_000, 60 * 60_000];

/** How long an upstream wants to be left alone, in milliseconds; undefined where it does not say. */
export function askedDelay(headers: UpstreamHeaders, refusal: Refusal | undefined): number | undefined {
  const asked = readHeaders(headers) ?? readRetryInfo(refusal);
  return asked === undefined ? undefined : Math.min(Math.max(asked, leastMs), mostMs);
}

/** The longest that is said: a proxy on the way may add one of its own. Azure has milliseconds as well, some only these. */
function readHeaders(headers: UpstreamHeaders): number | undefined {
  const all = (name: string): readonly string[] => [headers[name] ?? []].flat();
  const asked = [...all('retry-after').map(readDelay), ...all('retry-after-ms').map(readMs)];
  const known = asked.filter((ms) => ms !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
}

function readMs(value: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(value) ? Math.ceil(Number(value)) : undefined;
}

/** Seconds, of which some write fractions, or a date. Source: RFC 9110, 10.2.3. */
function readDelay(value: string): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1_000);
  return /^[A-Z][a-z]{2}, .* GMT$/.test(value) ? Date.parse(value) - Date.now() || undefined : undefined;
}

const retryInfo = /\/google\.rpc\.RetryInfo$/;

/** So Google says it: in a detail of its error, not in a header. Source: google/rpc/error_details.proto. */
function readRetryInfo(refusal: Refusal | undefined): number | undefined {
  const info = recordsIn(refusal?.details).find((detail) => retryInfo.test(String(detail['@type'])));
  const [, seconds] = /^(\d+(?:\.\d{1,9})?)s$/.exec(String(info?.retryDelay)) ?? [];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1_000);
}
