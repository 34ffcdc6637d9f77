import { Group, Pagination, Text } from '@mantine/core';
import { useWords } from '../words/use-words.ts';
import type { NumberedPages } from './use-numbered-pages.ts';

/** How many there are, and the ways to the other pages where there are any. */
export function NumberedPager({
  total,
  pageSize,
  pages,
}: {
  total: number;
  pageSize: number;
  pages: NumberedPages;
}) {
  const { t, format } = useWords();
  const count = Math.ceil(total / pageSize);
  return (
    <Group justify="space-between" px="md" py="xs">
      <Text c="dimmed" size="sm" className="numeric" aria-live="polite">
        {t('table.count', { count: total, shown: format.number(total) })}
      </Text>
      {(count > 1 || pages.page > 1) && (
        <Pagination
          size="sm"
          total={Math.max(count, 1)}
          value={pages.page}
          onChange={pages.go}
          getItemProps={(page) => ({ 'aria-label': t('table.page', { page }) })}
          getControlProps={(control) => ({
            'aria-label': t(control === 'next' ? 'table.next' : 'table.previous'),
          })}
        />
      )}
    </Group>
  );
}
