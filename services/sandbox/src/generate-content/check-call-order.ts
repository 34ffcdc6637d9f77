import type { Turn } from './read-messages.ts';
import type { Part } from './read-parts.ts';
import { invalid, type VendorError } from './vendor-error.ts';

type Call = Extract<Part, { type: 'call' }>;
type Response = Extract<Part, { type: 'response' }>;

/** The vendor's rule about functions: a turn that calls comes after the user's, and the next answers all its calls. */
export function checkCallOrder(turns: Turn[]): VendorError | null {
  let open: Call[] = [];
  for (const [index, turn] of turns.entries()) {
    const responses = turn.parts.filter((part): part is Response => part.type === 'response');
    if (responses.length > 0 && open.length === 0) return misplacedResponse;
    if (open.length > 0 && !answers(responses, open)) return unequalParts;
    open = turn.parts.filter((part): part is Call => part.type === 'call');
    if (open.length > 0 && (turn.role !== 'model' || turns[index - 1]?.role !== 'user')) return misplacedCall;
  }
  return open.length > 0 ? unequalParts : null;
}

/** Each call is answered once: by its id where the response has one, by its name where not. */
function answers(responses: Response[], calls: Call[]): boolean {
  const open = [...calls];
  for (const { id, name } of responses) {
    const index = open.findIndex((call) => call.name === name && (id === null || call.id === id));
    if (index === -1) return false;
    open.splice(index, 1);
  }
  return open.length === 0;
}

const misplacedCall = invalid(
  'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
);
const misplacedResponse = invalid(
  'Please ensure that function response turn comes immediately after a function call turn.',
);
const unequalParts = invalid(
  'Please ensure that the number of function response parts is equal to the number of function call parts of the ' +
    'function call turn.',
);
