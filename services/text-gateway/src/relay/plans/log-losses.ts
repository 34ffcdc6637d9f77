import type { RecordedLosses } from '../../canon/losses.ts';
import type { Serving } from '../serving.ts';

/** Unknown members are named by the client: only what looks like an option's name is written down. */
const optionName = /^[A-Za-z][A-Za-z_.]{0,39}$/;
const maxNames = 20;

export function logLosses(
  { context, requestId }: Pick<Serving, 'context' | 'requestId'>,
  losses: RecordedLosses,
): void {
  const [dropped, approximated] = [losses.dropped, losses.approximated].map((names) =>
    names.filter((name) => optionName.test(name)).slice(0, maxNames),
  );
  if (dropped?.length || approximated?.length)
    context.log.info({ requestId, dropped, approximated }, 'options were lost in conversion');
}
