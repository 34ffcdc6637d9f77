import { invalid } from '../../../json/read.ts';

/** Which result answers which call, in a dialect where ids are optional. */
export interface CallIds {
  /** The id of a call: its own, or one made from its place. */
  ofCall(call: { id?: string | undefined; name: string }, place: string): string;
  /** The id of the call that a result answers: the one it names, or the first of its name without an answer. */
  ofResult(result: { id?: string | undefined; name: string }, path: string): string;
}

export function createCallIds(): CallIds {
  const unanswered: { id: string; name: string }[] = [];
  const known = new Set<string>();
  return {
    ofCall({ id, name }, place) {
      const chosen = id || `call_${place}`;
      unanswered.push({ id: chosen, name });
      known.add(chosen);
      return chosen;
    },
    ofResult({ id, name }, path) {
      const isNamed = id !== undefined && known.has(id);
      const at = unanswered.findIndex((call) => (isNamed ? call.id === id : call.name === name));
      const [call] = at === -1 ? [] : unanswered.splice(at, 1);
      if (isNamed) return id;
      if (!call) throw invalid(path, `answers no functionCall of "${name}" before it`);
      return call.id;
    },
  };
}
