import { Anchor } from '@mantine/core';
import { basePath } from '../paths.ts';
import { useWords } from '../words/use-words.ts';

/** Says under which address passkeys work, to whoever came by another. */
export function PasskeysElsewhere({ origin, path }: { origin: string; path: string }) {
  const { t } = useWords();
  const url = origin + basePath + path;
  return (
    <>
      {t('security.passkeysElsewhere')}{' '}
      <Anchor href={url} inherit underline="always" style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Anchor>
    </>
  );
}
