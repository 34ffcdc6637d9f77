import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { forgetAnswers } from '../api/cache.ts';
import { type Credentials, needsCode, signIn } from '../api/sign-in.ts';
import { statusQuery } from '../api/status.ts';
import { afterSignIn, paths } from '../paths.ts';

/** Goes on to where somebody wanted to be, once they have signed in. */
export function useEnter() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  function enter(): void {
    forgetAnswers(cache);
    void navigate(afterSignIn(search), { replace: true });
  }
  return {
    enter,
    /** Signs in whoever was made just now. Where that does not work they do it by themselves. */
    async enterAs(credentials: Credentials): Promise<void> {
      await cache.invalidateQueries({ queryKey: statusQuery.queryKey });
      const isIn = await signIn(credentials).then(
        (answer) => !needsCode(answer),
        () => false,
      );
      if (isIn) enter();
      else await navigate(paths.signIn, { replace: true });
    },
  };
}
