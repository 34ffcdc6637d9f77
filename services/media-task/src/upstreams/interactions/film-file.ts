import { asObject, asText, parseObject } from '../../call/json.ts';
import { Refusal } from '../../call/refusal.ts';
import type { Send } from '../../call/send.ts';
import { keyHeader } from '../google/ask.ts';
import { googleRefusal } from '../google/refusal.ts';
import type { Account, Report } from '../upstream.ts';

/**
 * What a report of success comes to: an interaction is completed while the file of its film may still be on its way, and
 * cannot be had before. Source: Gemini API, "Video generation with Omni", on delivery by address.
 */
export async function awaitFile(report: Report, account: Account, send: Send): Promise<Report> {
  const id = report.kind === 'succeeded' ? fileIn(report) : undefined;
  if (id === undefined) return report;
  const url = `${account.baseUrl}/files/${id}`;
  const answer = await send({ method: 'GET', url, headers: keyHeader(account) });
  const body = parseObject(answer.body);
  if (answer.status >= 300) {
    const refusal = googleRefusal(answer, body);
    // One that tells nothing of its files may give them all the same.
    if (refusal instanceof Refusal && refusal.blame !== 'busy') return report;
    throw refusal;
  }
  if (body?.state === 'PROCESSING') return { kind: 'running', progress: 99 };
  if (body?.state !== 'FAILED') return report;
  return { kind: 'failed', code: 'internal_error', message: asText(asObject(body.error)?.message) ?? '' };
}

function fileIn({ result }: Extract<Report, { kind: 'succeeded' }>): string | undefined {
  const [film] = result.media;
  if (!film || 'bytes' in film) return undefined;
  return /\/files\/([\w-]+)/.exec(film.url ?? '')?.[1];
}
