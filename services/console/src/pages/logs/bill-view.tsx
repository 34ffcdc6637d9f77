import { Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Bill, billQuery } from '../../api/bill.ts';
import type { Scope } from '../../api/scope.ts';
import { Facts } from '../../ui/facts.tsx';
import { Tag } from '../../ui/tag.tsx';
import { describeError } from '../../words/describe-error.ts';
import { exactNumber } from '../../words/exact-number.ts';
import { useWords } from '../../words/use-words.ts';
import { billAgrees } from './bill-agrees.ts';
import { BillLines } from './bill-lines.tsx';

/** How what a request cost came about, step by step. */
export function BillView({ scope, requestId }: { scope: Scope; requestId: string }) {
  const { t } = useWords();
  const { data: bill, error, isPending } = useQuery(billQuery(scope, requestId));
  return (
    <section>
      <Group justify="space-between" mb={6}>
        <Title order={3}>{t('bill.title')}</Title>
        {bill && <Agreement bill={bill} />}
      </Group>
      {isPending && <Loader size="xs" aria-label={t('table.loading')} />}
      {error && (
        <Text c="dimmed" size="sm" role="alert">
          {describeError(error, t)}
        </Text>
      )}
      {bill && <Steps bill={bill} />}
      {bill === null && (
        <Text c="dimmed" size="sm">
          {t('bill.none')}
        </Text>
      )}
    </section>
  );
}

function Agreement({ bill }: { bill: Bill }) {
  const { t } = useWords();
  const agrees = billAgrees(bill);
  if (agrees === undefined) return null;
  return <Tag tone={agrees ? 'good' : 'bad'}>{t(agrees ? 'bill.agrees' : 'bill.differs')}</Tag>;
}

function Steps({
  bill: { kind, derivation, quota, overrun, late, refunds, request, booked_at: at },
}: {
  bill: Bill;
}) {
  const { t, format } = useWords();
  const returned = refunds.reduce((sum, refund) => sum + refund.quota, 0);
  const isPriced = kind === 'settle' && derivation !== null && derivation.unpriced === '';
  return (
    <Stack gap="sm">
      {kind === 'interrupted' && <Text size="sm">{t('bill.interrupted')}</Text>}
      {derivation?.unpriced && <Text size="sm">{t('bill.unpriced')}</Text>}
      {isPriced && <BillLines derivation={derivation} />}
      <Facts
        facts={[
          ...(isPriced
            ? [
                { label: t('bill.sum'), value: format.money(exactNumber(derivation.sum_usd), 'USD') },
                {
                  label: t(derivation.ratio_of_model ? 'bill.ratioOfModel' : 'bill.ratio', {
                    group: request?.group ?? '',
                  }),
                  value: `× ${derivation.ratio}`,
                },
                { label: t('bill.exact'), value: t('bill.units', { units: derivation.exact_quota }) },
                {
                  label: t('bill.rounded'),
                  value: t('bill.units', { units: format.number(derivation.quota) }),
                },
              ]
            : []),
          { label: t('bill.booked'), value: <Text fw={600}>{format.exactQuota(quota)}</Text> },
          { label: t('bill.reserved'), value: request?.reserved ? format.exactQuota(request.reserved) : '' },
          { label: t('bill.overrun'), value: overrun > 0 ? format.exactQuota(overrun) : '' },
          ...refunds.map((refund) => ({
            label: t('bill.refund', { time: format.time(refund.booked_at) }),
            value: format.exactQuota(-refund.quota),
          })),
          { label: t('bill.remains'), value: returned > 0 ? format.exactQuota(quota - returned) : '' },
          { label: t('bill.bookedAt'), value: format.time(at) },
          { label: t('bill.late'), value: late ? t('actions.yes') : '' },
        ]}
      />
    </Stack>
  );
}
