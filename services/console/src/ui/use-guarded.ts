import { useStepUp } from './use-step-up.tsx';

/** Does what a fresh proof may be asked for. False: whoever was asked would not. */
export function useGuarded(): (run: () => Promise<unknown>) => Promise<boolean> {
  const stepUp = useStepUp();
  return async (run) =>
    (await stepUp(async () => {
      await run();
      return true;
    })) ?? false;
}
