import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useWords } from '../words/use-words.ts';
import { notifyDone, notifyError } from './notify.ts';

/** Something that is done to a thing: says how it went, and has what it changed asked for again, also where it failed. */
export function useAction<Subject>({
  run,
  done,
  changes,
}: {
  /** Answers false where it was left undone. */
  run: (subject: Subject) => Promise<unknown>;
  /** What to say when it is done. */
  done: string;
  /** What is not true any more. */
  changes: QueryKey;
}) {
  const { t } = useWords();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    async onSuccess(result) {
      if (result === false) return;
      notifyDone(done);
      await cache.invalidateQueries({ queryKey: changes });
    },
    onError(error) {
      notifyError(error, t);
      // Its answer may be lost, or somebody else may have done it before: what is shown is what there is.
      void cache.invalidateQueries({ queryKey: changes });
    },
  });
}
