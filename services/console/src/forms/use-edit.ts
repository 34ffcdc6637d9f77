import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useWords } from '../words/use-words.ts';
import { changedMembers } from './changed-members.ts';
import { isOvertaken } from './is-overtaken.ts';

/** How a form deals with a thing that is there. */
interface Editing<Thing, Values, Edit> {
  /** With what the form began; undefined where it makes one. */
  began: Thing | undefined;
  valuesOf(thing: Thing): Values;
  /** What is to be sent so that the thing has these values. */
  editOf(values: Values, thing: Thing): Edit;
}

/**
 * Gives what makes an edit of a form's values and the thing as it is now. Refused is one that would overwrite what somebody else
 * changed since the form began; whoever opens it anew, from a list of this key, then begins with what is there. What the form
 * itself changed, though the answer was lost, is nobody else's: the next edit goes on from there, also back.
 */
export function useEdit<Thing, Values, Edit extends object>(
  list: QueryKey,
  { began, valuesOf, editOf }: Editing<Thing, Values, Edit>,
) {
  const { t } = useWords();
  const cache = useQueryClient();
  const last = useRef<{ known: Thing | undefined; sent: Partial<Edit> }>({ known: began, sent: {} });
  return (values: Values, present: Thing): Edit => {
    const sinceOf = (thing: Thing): Edit => editOf(valuesOf(present), thing);
    const before = last.current.known ?? present;
    const isOwn = Object.keys(changedMembers(sinceOf(before), last.current.sent)).length === 0;
    const known = isOwn ? present : before;
    const edit = editOf(values, known);
    if (isOvertaken(edit, sinceOf(known))) {
      void cache.invalidateQueries({ queryKey: list });
      throw new ApiError('refused', t('forms.overtaken'));
    }
    last.current = { known, sent: edit };
    return edit;
  };
}
