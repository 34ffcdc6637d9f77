import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCode } from '@tabler/icons-react';
import { type SampleRequest, samplesOf } from '../../samples/request-samples.ts';
import { CodeSamples } from '../../ui/code-samples.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useWords } from '../../words/use-words.ts';

/** In the place of a key, which only a program has. */
const keyPlaceholder = 'YOUR_KEY';

/** Shows the current request as a program makes it, once it is one to a model. */
export function CodeButton({ request }: { request: SampleRequest }) {
  const { t } = useWords();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={request.body.model === ''}
        leftSection={<IconCode size={15} stroke={1.6} />}
        onClick={open}
      >
        {t('playground.code')}
      </Button>
      <SidePanel isOpen={isOpen} title={t('playground.code')} onClose={close}>
        <RequestSamples request={request} />
      </SidePanel>
    </>
  );
}

/** Written while they are shown alone: the request is another one with each piece of an answer. */
function RequestSamples({ request }: { request: SampleRequest }) {
  return <CodeSamples samples={samplesOf(request, window.location.origin, keyPlaceholder)} />;
}
