import { Group, Progress, Stack, Text } from '@mantine/core';
import { IconMovie } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { isOver, videoContent, videoQuery } from '../../api/media.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { VideoPlayer } from '../../ui/video-player.tsx';
import { useWords } from '../../words/use-words.ts';

/** How far the film is, and then the film. */
export function VideoResult({ id }: { id: string }) {
  const { t, format } = useWords();
  const { data: video, error, refetch } = useQuery(videoQuery(id));
  if (id === '') {
    return (
      <Panel>
        <EmptyState
          icon={IconMovie}
          title={t('playground.noVideoTitle')}
          text={t('playground.noVideoText')}
        />
      </Panel>
    );
  }
  const failure =
    video?.status === 'failed' && new ApiError('refused', video.error?.message ?? t('playground.failed'));
  if (error || failure) {
    return (
      <Panel>
        <ErrorState error={error ?? failure} retry={refetch} />
      </Panel>
    );
  }
  return (
    <Panel p="md">
      <Stack gap="sm">
        {video?.prompt && <Text>{video.prompt}</Text>}
        {video?.status === 'completed' ? (
          <VideoPlayer source={videoContent(id)} />
        ) : (
          <>
            <Group justify="space-between">
              <Text c="dimmed" size="sm" aria-live="polite">
                {t(video?.status === 'in_progress' ? 'playground.inProgress' : 'playground.queued')}
              </Text>
              <Text className="numeric" size="sm">
                {format.percent((video?.progress ?? 0) / 100)}
              </Text>
            </Group>
            <Progress
              value={video?.progress ?? 0}
              animated={!video || !isOver(video)}
              aria-label={t('playground.inProgress')}
            />
          </>
        )}
      </Stack>
    </Panel>
  );
}
