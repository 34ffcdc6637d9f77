import { NativeSelect, Switch, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { autoGroupsQuery, groupNamesQuery } from '../api/groups.ts';
import { hasRole } from '../api/user.ts';
import { changeUser, createUser, type ManagedUser, readUser, usersKey } from '../api/users.ts';
import { useCurrentUser } from '../ui/current-user.ts';
import { notifyDone } from '../ui/notify.ts';
import { NumberField } from '../ui/number-field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { useWords } from '../words/use-words.ts';
import { BudgetFields } from './budget-fields.tsx';
import { groupChoices } from './group-choices.ts';
import { MutationForm } from './mutation-form.tsx';
import { useBudgetRule } from './use-budget-rule.ts';
import { useEdit } from './use-edit.ts';
import { isNameEmptied, toUserChanges, toUserValues, type UserValues } from './user-values.ts';

const shortestPassword = 8;

/** Makes a user, or changes a known one. Their quota is changed by itself, with a reason. */
export function UserForm({ user, onDone }: { user: ManagedUser | undefined; onDone: () => void }) {
  const { t, format } = useWords();
  const cache = useQueryClient();
  const isRoot = hasRole(useCurrentUser(), 'root');
  const { data: groups = [] } = useQuery(groupNamesQuery);
  const { data: autoGroups = [] } = useQuery(autoGroupsQuery);
  const budgetRule = useBudgetRule();
  const validate = (values: UserValues): FormErrors => {
    const { username, password } = values;
    const isPassword = (password === '' && user) || password.length >= shortestPassword;
    return {
      username: username.trim() === '' ? t('forms.missing') : null,
      display_name: isNameEmptied(values, user) ? t('forms.missing') : null,
      password: isPassword ? null : t('users.shortPassword'),
      ...budgetRule(values),
    };
  };

  const [defaults] = useState(() => toUserValues(user, format));
  const editOf = (values: UserValues, known?: UserValues) => toUserChanges(values, known, format);
  const toEdit = useEdit(usersKey, { began: user && defaults, valuesOf: (known) => known, editOf });

  async function save(values: UserValues) {
    if (user) await changeUser(user.id, toEdit(values, toUserValues(await readUser(user.id), format)));
    else await createUser({ ...editOf(values), role: Number(values.role) });
  }

  function finish(): void {
    notifyDone(t(user ? 'users.changed' : 'users.created'));
    void cache.invalidateQueries({ queryKey: usersKey });
    onDone();
  }

  return (
    <MutationForm
      defaults={defaults}
      validate={validate}
      mutate={save}
      onDone={finish}
      submit={t(user ? 'actions.save' : 'users.create')}
    >
      {(form) => (
        <>
          <TextInput
            label={t('users.username')}
            required
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('username')}
          />
          <TextInput label={t('users.displayName')} {...form.getInputProps('display_name')} />
          <PasswordInput
            label={t('users.password')}
            description={user && t('users.passwordKept')}
            required={!user}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          {!user && isRoot && (
            <NativeSelect
              label={t('users.role')}
              data={[
                { value: '1', label: t('roles.user') },
                { value: '10', label: t('roles.admin') },
              ]}
              {...form.getInputProps('role')}
            />
          )}
          <NativeSelect
            label={t('users.group')}
            data={groupChoices([...groups, form.values.group], autoGroups)}
            {...form.getInputProps('group')}
          />
          <Switch
            label={t('users.unlimited')}
            {...form.getInputProps('unlimited_quota', { type: 'checkbox' })}
          />
          {!form.values.unlimited_quota && (
            <NumberField
              label={t('users.softLimit')}
              description={t('users.softLimitHint')}
              min={1}
              max={100}
              allowDecimal={false}
              suffix=" %"
              {...form.getInputProps('softLimit')}
            />
          )}
          <BudgetFields form={form} />
        </>
      )}
    </MutationForm>
  );
}
