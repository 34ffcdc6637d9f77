import { Alert, Autocomplete, Button, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { testChannel } from '../../api/channel-tests.ts';
import { type Channel, channelsKey } from '../../api/channels.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useOptionsFilter } from '../../ui/use-options-filter.ts';
import { describeError } from '../../words/describe-error.ts';
import { useWords } from '../../words/use-words.ts';
import { MadeTest } from './made-test.tsx';

/** Asks the upstream of one channel something tiny, for real. */
export function TestChannel({ channel, onClose }: { channel: Channel | undefined; onClose: () => void }) {
  const { t } = useWords();
  return (
    <Dialog
      isOpen={channel !== undefined}
      title={t('channels.test.title', { name: channel?.name })}
      onClose={onClose}
    >
      {channel && <Test channel={channel} />}
    </Dialog>
  );
}

function Test({ channel }: { channel: Channel }) {
  const { t, format } = useWords();
  const filter = useOptionsFilter();
  const [model, setModel] = useState('');
  const [isStream, setIsStream] = useState(false);
  const cache = useQueryClient();
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: testChannel,
    onSuccess: () => cache.invalidateQueries({ queryKey: channelsKey }),
  });
  return (
    <Stack gap="md">
      <Autocomplete
        label={t('channels.model')}
        placeholder={t('channels.test.firstModel')}
        data={[...new Set(channel.models.map(({ name }) => name))]}
        filter={filter}
        value={model}
        onChange={setModel}
      />
      <Switch
        label={t('channels.test.streamed')}
        checked={isStream}
        onChange={({ currentTarget }) => setIsStream(currentTarget.checked)}
      />
      {!channel.enabled && <Text c="dimmed">{t('channels.test.whileOff')}</Text>}
      <Button
        data-autofocus
        loading={isPending}
        onClick={() => mutate({ id: channel.id, model: model.trim(), isStream })}
      >
        {t('channels.test.run')}
      </Button>
      <div aria-live="polite">
        {error && <Alert color="red">{describeError(error, t)}</Alert>}
        {data && !isPending && (
          <Stack gap="sm">
            <MadeTest test={data} />
            {data.message && <Alert color="red">{data.message}</Alert>}
            <Facts
              facts={[
                { label: t('channels.model'), value: data.model },
                { label: t('channels.test.status'), value: data.status || undefined },
                {
                  label: t('channels.test.firstByte'),
                  value: data.first_byte_seconds > 0 && format.duration(data.first_byte_seconds * 1_000),
                },
              ]}
            />
          </Stack>
        )}
      </div>
    </Stack>
  );
}
