import type { BillLine, Derivation } from '../../api/bill.ts';
import { exactNumber } from '../../words/exact-number.ts';
import { useWords } from '../../words/use-words.ts';
import classes from './bill-lines.module.css';

const named = [
  'inputFresh',
  'inputCacheRead',
  'inputCacheWrite',
  'inputCacheWrite1h',
  'inputAudio',
  'inputImage',
  'outputVisible',
  'outputReasoning',
  'outputAudio',
  'call',
  'second',
  'image',
  'character',
  'audio_input_minute',
  'audio_output_minute',
  'tool_call',
  'image_output_token',
] as const;

/** Each thing that was used, times its rate. What costs nothing is left out. */
export function BillLines({ derivation: { lines, tier } }: { derivation: Derivation }) {
  const { t, format } = useWords();
  const charged = lines.filter(({ usd }) => exactNumber(usd) !== 0);
  const nameOf = ({ what, variant }: BillLine): string => {
    const known = named.find((name) => name === what);
    return [known ? t(`bill.what.${known}`) : what, variant].filter(Boolean).join(' · ');
  };
  if (charged.length === 0) return t('bill.free');
  return (
    <table className={classes.lines}>
      <caption className={classes.caption}>
        {tier > 0 ? t('bill.tier', { tokens: format.number(tier) }) : t('bill.lines')}
      </caption>
      <tbody>
        {charged.map((line) => (
          <tr key={`${line.what} ${line.variant}`}>
            <th scope="row">{nameOf(line)}</th>
            <td>
              {t('bill.times', {
                quantity: format.number(line.quantity),
                rate: format.money(Number(line.rate_usd), 'USD'),
              })}
              {line.per > 1 && ` / ${format.number(line.per)}`}
            </td>
            <td>{format.money(exactNumber(line.usd), 'USD')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
