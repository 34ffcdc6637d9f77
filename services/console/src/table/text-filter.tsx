import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../words/use-words.ts';
import classes from './filters.module.css';

/** A filter by a whole word: applied with Enter or when it is left, so that no half of a word is asked for. */
export function TextFilter({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useWords();
  const [typed, setTyped] = useState(value);
  // The address may catch up after the next word is begun: what is not applied yet stays.
  const isBegun = useRef(false);
  useEffect(() => {
    if (!isBegun.current) setTyped(value);
  }, [value]);
  const apply = (text: string): void => {
    isBegun.current = false;
    if (text.trim() !== value) onChange(text.trim());
  };
  return (
    <TextInput
      size="xs"
      className={classes.text}
      placeholder={label}
      aria-label={label}
      title={t('table.search')}
      value={typed}
      onChange={({ currentTarget }) => {
        isBegun.current = true;
        setTyped(currentTarget.value);
      }}
      onBlur={() => apply(typed)}
      // Enter also chooses among the words that an input method offers.
      onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && apply(typed)}
      rightSection={
        value !== '' && (
          <CloseButton size="xs" aria-label={`${t('table.clear')}: ${label}`} onClick={() => apply('')} />
        )
      }
    />
  );
}
