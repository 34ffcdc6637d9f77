import type { Job } from '../load.ts';

const timeoutMs = 30_000;

/** Asks once what a lane asks over and over; why the lane cannot be run, or undefined. */
export async function whyNotServed(job: Job, isStream: boolean): Promise<string | undefined> {
  const response = await fetch(job.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${job.key}`, 'content-type': 'application/json', ...job.headers },
    body: job.body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const said = await response.text();
  if (response.status !== job.expectedStatus) return `answered ${response.status}`;
  if (isStream && !said.includes('\n\n')) return 'did not stream';
  return undefined;
}
