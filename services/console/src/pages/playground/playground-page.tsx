import { SegmentedControl } from '@mantine/core';
import { useUrlState } from '../../table/use-url-state.ts';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words/use-words.ts';
import { ChatTab } from './chat-tab.tsx';
import { ImageTab } from './image-tab.tsx';
import { VideoTab } from './video-tab.tsx';

const tabs = { chat: ChatTab, image: ImageTab, video: VideoTab } as const;
type Tab = keyof typeof tabs;
const names = Object.keys(tabs) as Tab[];

/** A tab begins anew: its models are others. */
const defaults = { tab: 'chat', model: '', other: '', task: '' };

/** Models tried by hand, on one's own account. */
export function PlaygroundPage() {
  const { t } = useWords();
  const [state, change] = useUrlState(defaults, { tab: names });
  const tab = state.tab as Tab;
  const Shown = tabs[tab];
  return (
    <Page
      title={t('playground.title')}
      lead={t('playground.lead')}
      actions={
        <SegmentedControl<Tab>
          size="xs"
          aria-label={t('playground.tabs')}
          value={tab}
          onChange={(next) => change({ ...defaults, tab: next })}
          data={names.map((name) => ({ value: name, label: t(`playground.tab.${name}`) }))}
        />
      }
    >
      <Shown />
    </Page>
  );
}
