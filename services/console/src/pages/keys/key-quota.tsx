import { Progress, Stack, Text } from '@mantine/core';
import type { Key } from '../../api/keys.ts';
import { useWords } from '../../words/use-words.ts';

/** Where a bar begins to warn. */
const nearlyUsed = 0.9;

/** What a key has spent, and of how much where it has a limit. */
export function KeyQuota({
  value: { unlimited_quota: isUnlimited, used_quota: used, remain_quota: left },
}: {
  value: Key;
}) {
  const { t, format } = useWords();
  if (isUnlimited) return t('keys.quotaUsed', { used: format.quota(used) });
  const total = used + left;
  const ratio = total > 0 ? used / total : 1;
  return (
    <Stack gap={4} w={144} maw="100%" title={t('keys.quotaLeft', { left: format.quota(left) })}>
      <Text inherit className="numeric">
        {t('keys.quotaOf', { used: format.quota(used), total: format.quota(total) })}
      </Text>
      <Progress
        value={Math.min(ratio, 1) * 100}
        size="xs"
        color={ratio >= nearlyUsed ? 'red' : undefined}
        aria-label={t('keys.quotaLeft', { left: format.quota(left) })}
      />
    </Stack>
  );
}
