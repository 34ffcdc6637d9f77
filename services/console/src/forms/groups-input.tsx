import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { groupNamesQuery } from '../api/groups.ts';

/** Chooses some of the groups that there are. */
export function GroupsInput({
  label,
  value = [],
  ...props
}: {
  label: string;
  value?: string[];
  onChange?: (value: string[]) => void;
  error?: ReactNode;
}) {
  const { data: names = [] } = useQuery(groupNamesQuery);
  return (
    <MultiSelect
      label={label}
      searchable
      data={[...new Set([...names, ...value])]}
      value={value}
      {...props}
    />
  );
}
