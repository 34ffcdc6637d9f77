import { modals } from '@mantine/modals';
import { useCallback } from 'react';
import { ApiError } from '../api/api-error.ts';
import { StepUpForm } from '../forms/step-up-form.tsx';
import { useWords } from '../words/use-words.ts';

/**
 * Runs what the API forbids until somebody has confirmed that it is they: asks them then, and runs it again. Undefined where
 * they would not. For what their role allows: whatever else is forbidden would be asked for in vain.
 */
export function useStepUp(): <Result>(run: () => Promise<Result>) => Promise<Result | undefined> {
  const { t } = useWords();
  return useCallback(
    async (run) => {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== 'forbidden') throw error;
      }
      const isConfirmed = await askForProof({ title: t('stepUp.title'), close: t('actions.close') });
      return isConfirmed ? run() : undefined;
    },
    [t],
  );
}

function askForProof({ title, close }: { title: string; close: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const id = modals.open({
      title,
      centered: true,
      closeButtonProps: { 'aria-label': close },
      // Also called after it was confirmed, when the promise has its answer already.
      onClose: () => resolve(false),
      children: (
        <StepUpForm
          onConfirmed={() => {
            resolve(true);
            modals.close(id);
          }}
        />
      ),
    });
  });
}
