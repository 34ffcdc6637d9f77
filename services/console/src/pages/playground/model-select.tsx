import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ModelKind, ownModelsQuery } from '../../api/own-models.ts';
import { useOptionsFilter } from '../../ui/use-options-filter.ts';
import { useWords } from '../../words/use-words.ts';

/** Chooses one of the models of a kind. */
export function ModelSelect({
  kind,
  label,
  value,
  onChange,
}: {
  kind: ModelKind;
  label: string;
  value: string;
  onChange: (model: string) => void;
}) {
  const { t } = useWords();
  const filter = useOptionsFilter();
  return (
    <Select
      label={label}
      searchable
      filter={filter}
      allowDeselect={false}
      placeholder={t('playground.chooseModel')}
      nothingFoundMessage={t('playground.noModel')}
      data={useModelNames(kind)}
      value={value || null}
      onChange={(model) => model && onChange(model)}
    />
  );
}

/** The names of the models of a kind, as far as they have come. */
export function useModelNames(kind: ModelKind): string[] {
  const { data: models = [] } = useQuery(ownModelsQuery);
  return models.filter((model) => model.kind === kind).map(({ name }) => name);
}
