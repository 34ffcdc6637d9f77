import { Anchor, Image, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import type { UseMutationResult } from '@tanstack/react-query';
import type { GeneratedImages, ImageRequest } from '../../api/media.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Spent } from '../../ui/spent.tsx';
import { useWords } from '../../words/use-words.ts';

type Making = UseMutationResult<GeneratedImages, Error, ImageRequest>;

/** Places for the pictures while they are being made, then the pictures and what they cost. */
export function ImageResult({ making: { data, error, isPending, variables, mutate } }: { making: Making }) {
  const { t } = useWords();
  if (error) {
    return (
      <Panel>
        <ErrorState error={error} retry={() => variables && mutate(variables)} />
      </Panel>
    );
  }
  if (isPending) {
    return (
      <SimpleGrid cols={{ base: 1, sm: 2 }} aria-busy>
        {Array.from({ length: variables.n }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <Skeleton key={index} height={320} />
        ))}
      </SimpleGrid>
    );
  }
  if (!data) {
    return (
      <Panel>
        <EmptyState
          icon={IconPhoto}
          title={t('playground.noImageTitle')}
          text={t('playground.noImageText')}
        />
      </Panel>
    );
  }
  return <Images made={data} prompt={variables?.prompt ?? ''} />;
}

function Images({ made: { images, requestId }, prompt }: { made: GeneratedImages; prompt: string }) {
  const { t } = useWords();
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="sm" className="numeric" role="status">
        {t('playground.madeImages', { count: images.length })}
        {requestId && (
          <>
            {' · '}
            <Spent requestId={requestId} />
          </>
        )}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {images.map(({ source, isElsewhere }, index) =>
          isElsewhere ? (
            <Anchor key={source} href={source} target="_blank" rel="noopener noreferrer">
              {t('playground.openImage', { number: index + 1 })}
            </Anchor>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same
            <Image key={index} src={source} alt={prompt} radius="lg" />
          ),
        )}
      </SimpleGrid>
    </Stack>
  );
}
