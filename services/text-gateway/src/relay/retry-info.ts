import { recordsIn } from '../json/read.ts';

const type = /\/google\.rpc\.RetryInfo$/;

/** How long to wait, in milliseconds, as Google says it: in a detail of its error, not in a header. Source: google/rpc/error_details.proto. */
export function readRetryInfo(refusal: Record<string, unknown> | undefined): number | undefined {
  const info = recordsIn(refusal?.details).find((detail) => type.test(String(detail['@type'])));
  const [, seconds] = /^(\d+(?:\.\d{1,9})?)s$/.exec(String(info?.retryDelay)) ?? [];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1_000);
}
