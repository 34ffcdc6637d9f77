import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { signOut } from '../api/user.ts';
import { paths } from '../paths.ts';
import { useWords } from '../words/use-words.ts';
import { notifyError } from './notify.ts';

/** Ends the session, and forgets everything that was shown in it. */
export function useSignOut(): () => void {
  const { t } = useWords();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationFn: signOut,
    async onSuccess() {
      await navigate(paths.signIn, { replace: true });
      cache.clear();
    },
    onError: (error) => notifyError(error, t),
  });
  return mutate;
}
