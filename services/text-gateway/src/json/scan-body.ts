import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { type ImageShape, ScanError, type ScannedObject, scanObject } from './scan.ts';

/** Scans the body of a request; a FaultError 400 says what is wrong with it. */
export function scanBody(body: Buffer, images?: ImageShape): ScannedObject {
  try {
    const scanned = scanObject(body, images);
    refuseOtherLetters(scanned);
    return scanned;
  } catch (error) {
    throw asRefusal(error);
  }
}

/** What a scan has against a body, or a part of it, as a FaultError 400; other errors as they are. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof ScanError)) return error;
  return new FaultError(fault('invalid_request', { message: error.message }), { cause: error });
}

/** What a request is served, refused, held or billed by. */
const weighty: ReadonlySet<string> = new Set([
  'background',
  'best_of',
  'container',
  'fallbacks',
  'inference_geo',
  'max_completion_tokens',
  'max_output_tokens',
  'max_tokens',
  'model',
  'models',
  'n',
  'previous_response_id',
  'quality',
  'service_tier',
  'size',
  'speed',
  'store',
  'stream',
  'stream_options',
  'thread',
  'tools',
]);

const usualName = /^[a-z\d_]*$/;

/**
 * Upstreams in Go, other gateways and Ollama among them, read `Model` as `model`, and the last one where there are both: what
 * bills a request must be what they read. Source: https://pkg.go.dev/encoding/json#Unmarshal
 */
function refuseOtherLetters({ members }: ScannedObject): void {
  const seen = new Set<string>();
  for (const name of members.keys()) {
    if (usualName.test(name)) continue;
    // Go folds long s and the Kelvin sign as well: the one is small, the other large.
    const folded = name.toUpperCase().toLowerCase();
    const isTwice = seen.has(folded) || (folded !== name && members.has(folded));
    if (isTwice || weighty.has(folded))
      throw new ScanError(`The body has a member "${name.slice(0, 64)}", which some read as another one.`);
    seen.add(folded);
  }
}

/** Parses one member of a scanned object; undefined when it is not there. */
export function readScanned(bytes: Buffer, scanned: ScannedObject, name: string): unknown {
  const span = scanned.members.get(name);
  return span && JSON.parse(bytes.toString('utf8', span.start, span.end));
}
