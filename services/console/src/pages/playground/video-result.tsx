import { Group, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconMovie } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Video, videoContent, videoQuery } from '../../api/media.ts';
import { ownTaskQuery } from '../../api/tasks.ts';
import { Answered } from '../../ui/answered.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Spent } from '../../ui/spent.tsx';
import { VideoPlayer } from '../../ui/video-player.tsx';
import { useWords } from '../../words/use-words.ts';
import classes from './video-result.module.css';

/** How far the film is, and then the film, or why there is none; and what it cost. */
export function VideoResult({ id }: { id: string }) {
  const { t } = useWords();
  const answer = useQuery(videoQuery(id));
  const { data: video } = answer;
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
  if (video?.status === 'failed') return <Failed id={id} video={video} />;
  return (
    <Panel p="md">
      <Stack gap="sm">
        <Answered query={answer}>
          {video?.prompt && <Text>{video.prompt}</Text>}
          {video?.status === 'completed' ? (
            <>
              <VideoPlayer source={videoContent(id)} />
              <Text c="dimmed" size="sm" className="numeric" role="status">
                {t('playground.made')} · <TaskSpent id={id} />
              </Text>
            </>
          ) : (
            <Underway video={video} />
          )}
        </Answered>
      </Stack>
    </Panel>
  );
}

function Underway({ video }: { video: Video | undefined }) {
  const { t, format } = useWords();
  const progress = video?.progress ?? 0;
  return (
    <>
      <Group justify="space-between">
        <Text c="dimmed" size="sm" aria-live="polite">
          {t(video?.status === 'in_progress' ? 'playground.inProgress' : 'playground.queued')}
        </Text>
        <Text className="numeric" size="sm">
          {format.percent(progress / 100)}
        </Text>
      </Group>
      <Progress value={progress} animated aria-label={t('playground.inProgress')} />
    </>
  );
}

function Failed({ id, video: { error } }: { id: string; video: Video }) {
  const { t } = useWords();
  return (
    <Panel>
      <div role="alert">
        <EmptyState icon={IconAlertTriangle} title={t('playground.failed')} text={error?.message ?? ''}>
          <Text size="sm" ta="center" className={classes.cost}>
            <TaskSpent id={id} />
          </Text>
        </EmptyState>
      </div>
    </Panel>
  );
}

/** What a task cost that is over. */
function TaskSpent({ id }: { id: string }) {
  const { data: task } = useQuery(ownTaskQuery(id));
  return <Spent requestId={task?.request_id ?? ''} />;
}
