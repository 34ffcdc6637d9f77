import { Button, Group, Select, SimpleGrid, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { createVideoMaker, type VideoRequest } from '../../api/media.ts';
import { useUrlState } from '../../table/use-url-state.ts';
import { notifyError } from '../../ui/notify.ts';
import { Panel } from '../../ui/panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { CodeButton } from './code-button.tsx';
import { ModelSelect, useModelNames } from './model-select.tsx';
import type { TabProps } from './playground-page.tsx';
import { VideoResult } from './video-result.tsx';

const lengths = ['4', '5', '8', '10', '12'];
const sizes = ['720x1280', '1280x720', '1024x1792', '1792x1024'];

/** A film of what is described. */
export function VideoTab({ tellLoss }: TabProps) {
  const { t } = useWords();
  const [first] = useModelNames('video');
  const [{ model: chosen, task }, change] = useUrlState({ model: '', task: '' });
  const [prompt, setPrompt] = useState('');
  const [seconds, setSeconds] = useState<string | null>(null);
  const [size, setSize] = useState<string | null>(null);
  const [make] = useState(createVideoMaker);
  const {
    mutate,
    isPending,
    data: made,
    variables,
  } = useMutation({
    mutationFn: make,
    onError: (error) => notifyError(error, t),
  });
  // The address is another tab's, or another page's, while this one is not seen: it is written when it is.
  const show = useEffectEvent((id: string) => change({ task: id }));
  const madeId = made?.id;
  useEffect(() => void (madeId && show(madeId)), [madeId]);
  const model = chosen || first || '';
  const body: VideoRequest = {
    model,
    prompt: prompt.trim(),
    ...(seconds && { seconds }),
    ...(size && { size }),
  };
  const isMade = made && variables.prompt === body.prompt;
  const video = prompt === '' || isMade ? undefined : 'typed';
  useEffect(() => tellLoss({ video }), [video, tellLoss]);
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
              kind="video"
              label={t('playground.model')}
              value={model}
              onChange={(next) => change({ model: next })}
            />
            <Select
              label={t('playground.seconds')}
              placeholder={t('playground.asModel')}
              clearable
              data={lengths}
              value={seconds}
              onChange={setSeconds}
            />
            <Select
              label={t('playground.size')}
              placeholder={t('playground.asModel')}
              clearable
              data={sizes}
              value={size}
              onChange={setSize}
            />
          </SimpleGrid>
          <Group gap="xs">
            <Button
              disabled={body.prompt === '' || model === ''}
              loading={isPending}
              onClick={() => mutate(body)}
            >
              {t('playground.make')}
            </Button>
            <CodeButton request={{ kind: 'video', body }} />
          </Group>
        </Stack>
      </Panel>
      <VideoResult id={task} />
    </Stack>
  );
}
