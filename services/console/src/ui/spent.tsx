import { useQuery } from '@tanstack/react-query';
import { spentQuery } from '../api/bill.ts';
import { useWords } from '../words/use-words.ts';

/** What a request of one's own cost, as soon as it is booked. */
export function Spent({ requestId }: { requestId: string }) {
  const { t, format } = useWords();
  const { data: quota, isError } = useQuery(spentQuery(requestId));
  if (isError || quota === null) return t('bill.spentLater');
  if (quota === undefined) return t('bill.spentPending');
  return quota === 0 ? t('bill.spentNothing') : t('bill.spent', { amount: format.quota(quota) });
}
