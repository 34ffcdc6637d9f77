import { useMutation } from '@tanstack/react-query';
import { revealKey } from '../../api/keys.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { useStepUp } from '../../ui/use-step-up.tsx';
import { describeError } from '../../words/describe-error.ts';
import { useWords } from '../../words/use-words.ts';

/** Shows the whole text of a key, once it was confirmed who asks. */
export function useRevealKey(show: (text: string) => void) {
  const { t } = useWords();
  const withProof = useStepUp();
  return useMutation({
    mutationFn: (id: number) => withProof(() => revealKey(id)),
    onSuccess: (revealed) => revealed && show(revealed.key),
    // It changes nothing: what was not shown did not work, whether or not an answer was lost.
    onError: (error) => notifyFailure(describeError(error, t), t),
    // The text of a key stays nowhere.
    gcTime: 0,
  });
}
