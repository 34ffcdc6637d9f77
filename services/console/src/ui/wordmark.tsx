import { Link } from 'react-router';
import { useWords } from '../words/use-words.ts';
import classes from './wordmark.module.css';

/** The sign and the name of the product. */
export function Wordmark({ to }: { to: string }) {
  const { t } = useWords();
  return (
    <Link to={to} className={classes.wordmark}>
      <img src="/console/icon.svg" alt="" width={24} height={24} />
      {t('product')}
    </Link>
  );
}
