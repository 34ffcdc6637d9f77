import { Button, Group, Select, SimpleGrid, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { generateImages, type ImageRequest } from '../../api/media.ts';
import { useUrlState } from '../../table/use-url-state.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { CodeButton } from './code-button.tsx';
import { ImageResult } from './image-result.tsx';
import { ModelSelect, useModelNames } from './model-select.tsx';
import type { TabProps } from './playground-page.tsx';

const sizes = ['1024x1024', '1536x1024', '1024x1536', '512x512', '256x256'];
const mostImages = 4;

/** Pictures of what is described. */
export function ImageTab({ tellLoss }: TabProps) {
  const { t } = useWords();
  const [first] = useModelNames('image');
  const [{ model: chosen }, change] = useUrlState({ model: '' });
  const [prompt, setPrompt] = useState('');
  const [size, setSize] = useState<string | null>(null);
  const [count, setCount] = useState<number | ''>(1);
  const making = useMutation({ mutationFn: generateImages });
  const image = making.isPending || making.data ? 'shown' : prompt !== '' ? 'typed' : undefined;
  useEffect(() => tellLoss({ image }), [image, tellLoss]);
  const model = chosen || first || '';
  const body: ImageRequest = { model, prompt: prompt.trim(), n: count || 1, ...(size && { size }) };
  return (
    <Stack gap="lg">
      <Panel p="md">
        <Stack gap="md">
          <Textarea
            label={t('playground.description')}
            autosize
            minRows={2}
            maxRows={10}
            value={prompt}
            onChange={({ currentTarget }) => setPrompt(currentTarget.value)}
          />
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <ModelSelect
              kind="image"
              label={t('playground.model')}
              value={model}
              onChange={(next) => change({ model: next })}
            />
            <Select
              label={t('playground.size')}
              placeholder={t('playground.asModel')}
              clearable
              data={sizes}
              value={size}
              onChange={setSize}
            />
            <NumberField
              label={t('playground.count')}
              clampBehavior="blur"
              min={1}
              max={mostImages}
              allowDecimal={false}
              value={count}
              onChange={(value) => setCount(value === '' ? '' : Number(value))}
            />
          </SimpleGrid>
          <Group gap="xs">
            <Button
              disabled={body.prompt === '' || model === ''}
              loading={making.isPending}
              onClick={() => making.mutate(body)}
            >
              {t('playground.make')}
            </Button>
            <CodeButton request={{ kind: 'image', body }} />
          </Group>
        </Stack>
      </Panel>
      <ImageResult making={making} />
    </Stack>
  );
}
