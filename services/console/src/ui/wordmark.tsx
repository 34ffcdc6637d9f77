import { Link } from 'react-router';
import { iconPath } from '../paths.ts';
import { useWords } from '../words/use-words.ts';
import classes from './wordmark.module.css';

/** The sign and the name of the product. */
export function Wordmark({ to }: { to: string }) {
  const { t } = useWords();
  return (
    <Link to={to} className={classes.wordmark}>
      <img src={iconPath} alt="" width={24} height={24} />
      {t('product')}
    </Link>
  );
}
