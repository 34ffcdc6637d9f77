import { useModals } from '@mantine/modals';
import { useEffect } from 'react';

/**
 * Closes what was asked of somebody once they are signed in no more: questions lie above all pages, and what is confirmed is done
 * as whoever is signed in by then.
 */
export function useEndQuestions(userId: number | undefined): void {
  const { closeAll } = useModals();
  useEffect(() => {
    if (userId !== undefined) return closeAll;
  }, [userId, closeAll]);
}
