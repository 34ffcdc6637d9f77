import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useWords } from '../words/use-words.ts';
import type { CursorPages } from './use-cursor-pages.ts';

/** How many there are, and the ways to the pages beside this one. */
export function CursorPager({
  total,
  isExact,
  nextCursor,
  pages,
}: {
  total: number;
  isExact: boolean;
  /** Empty on the last page. */
  nextCursor: string;
  pages: CursorPages;
}) {
  const { t, format } = useWords();
  const shown = format.number(total);
  return (
    <Group justify="space-between" px="md" py="xs" wrap="nowrap">
      <Text c="dimmed" size="sm" className="numeric" aria-live="polite">
        {isExact ? t('table.count', { count: total, shown }) : t('table.more', { shown })}
      </Text>
      <Group gap={4} wrap="nowrap">
        <Tooltip label={t('table.previous')}>
          <ActionIcon
            variant="default"
            aria-label={t('table.previous')}
            disabled={pages.isFirst}
            onClick={pages.goBack}
          >
            <IconChevronLeft size={17} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('table.next')}>
          <ActionIcon
            variant="default"
            aria-label={t('table.next')}
            disabled={nextCursor === ''}
            onClick={() => pages.goOn(nextCursor)}
          >
            <IconChevronRight size={17} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Group>
  );
}
