import { type ChannelTest, isMade } from '../../api/channel-tests.ts';
import { Tag } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';
import { TestResult } from './test-result.tsx';

/** What came of a test that was just asked for; some channels have nothing to be asked. */
export function MadeTest({ test }: { test: ChannelTest }) {
  const { t } = useWords();
  const { success, message, model, time } = test;
  if (isMade(test)) return <TestResult success={success} ms={time * 1_000} title={message || model} />;
  return (
    <span title={message}>
      <Tag tone="neutral">{t('channels.test.none')}</Tag>
    </span>
  );
}
