import type { BilledRequest, BillRate } from '@headgate/proto/gen/headgate/ledger/v1/ledger';

const sources: Record<string, string> = {
  upstream: 'reported by the upstream',
  estimated: 'counted by the gateway from what the upstream produced: it reported nothing',
  missing: 'not known: the upstream served and reported nothing',
  none: 'none: nothing was served',
};

const endings: Record<string, string> = {
  completed: 'completed',
  client_gone: 'the client left before the end',
  upstream_failed: 'the upstream refused or could not be reached',
  not_sent: 'no upstream was called',
  broken: "the upstream's answer broke off",
  interrupted: 'its gateway died',
};

/** Classes of tokens by the members of a price in the configuration. */
const members: Record<string, string> = {
  inputFresh: 'input',
  inputCacheRead: 'cache_read',
  inputCacheWrite: 'cache_write',
  inputCacheWrite1h: 'cache_write_1h',
  inputAudio: 'audio_input',
  inputImage: 'image_input',
  outputVisible: 'output',
  outputReasoning: 'reasoning',
  outputAudio: 'audio_output',
};

export function saySource(source: string): string {
  return sources[source] ?? source;
}

export function sayEnding({ ending, status }: BilledRequest): string {
  return `${endings[ending] ?? ending}, ${status === 0 ? 'no answer was given' : `status ${status}`}`;
}

export function sayWhat({ what, variant }: BillRate): string {
  const name = members[what] ?? what;
  return variant ? `${name} ${variant}` : name;
}
