import { createWaitingList } from '../../../canon/waiting-list.ts';
import { invalid } from '../../../json/read.ts';

/** Which result answers which call, in a dialect where ids are optional. */
export interface CallIds {
  /** The id of a call: its own, or one made from its place. */
  ofCall(call: { id?: string | undefined; name: string }, place: string): string;
  /** The id of the call that a result answers: the one it names, or the first of its name without an answer. */
  ofResult(result: { id?: string | undefined; name: string }, path: string): string;
}

interface Call {
  id: string;
  isAnswered: boolean;
}

export function createCallIds(): CallIds {
  /** Each call waits in both, and may have been answered by the other. */
  const byId = createWaitingList<Call>();
  const byName = createWaitingList<Call>();
  const known = new Set<string>();

  function answerFirst(take: () => Call | undefined): Call | undefined {
    let call = take();
    while (call?.isAnswered) call = take();
    if (call) call.isAnswered = true;
    return call;
  }

  return {
    ofCall({ id, name }, place) {
      const call = { id: id || `call_${place}`, isAnswered: false };
      byId.add(call.id, call);
      byName.add(name, call);
      known.add(call.id);
      return call.id;
    },
    ofResult({ id, name }, path) {
      if (id !== undefined && known.has(id)) {
        answerFirst(() => byId.take(id));
        return id;
      }
      const call = answerFirst(() => byName.take(name));
      if (!call) throw invalid(path, `answers no functionCall of "${name}" before it`);
      return call.id;
    },
  };
}
