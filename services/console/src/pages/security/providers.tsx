import { Divider, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { bindingsQuery } from '../../api/bindings.ts';
import { statusQuery } from '../../api/status.ts';
import { Answered } from '../../ui/answered.tsx';
import { Section } from '../../ui/section.tsx';
import { useWords } from '../../words/use-words.ts';
import { Bind, Unbind } from './binding-actions.tsx';

/** Who else may say that somebody is who they are: those that there are here, and those that were. */
export function Providers() {
  const { t } = useWords();
  const { data: site } = useQuery(statusQuery);
  const bindings = useQuery(bindingsQuery);
  const names = new Map(site?.oauth_providers.map(({ slug, name }) => [slug, name]));
  const bound = new Map(bindings.data?.map((binding) => [binding.provider, binding]));
  const slugs = [...new Set([...names.keys(), ...bound.keys()])];
  if (slugs.length === 0 && !bindings.error) return null;
  return (
    <Section title={t('security.providers')} text={t('security.providersText')}>
      <Answered query={bindings}>
        <Stack gap="sm">
          {slugs.map((slug, index) => {
            const name = names.get(slug) ?? slug;
            const binding = bound.get(slug);
            return (
              <Stack key={slug} gap="sm">
                {index > 0 && <Divider />}
                <Group justify="space-between">
                  <div>
                    <Text fw={550}>{name}</Text>
                    <Text c="dimmed">
                      {binding
                        ? t('security.boundAs', { username: binding.username })
                        : t('security.notBound')}
                    </Text>
                  </div>
                  {binding ? <Unbind slug={slug} name={name} /> : <Bind slug={slug} name={name} />}
                </Group>
              </Stack>
            );
          })}
        </Stack>
      </Answered>
    </Section>
  );
}
