import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { bindingUrl, removeBinding } from '../../api/bindings.ts';
import { basePath, paths } from '../../paths.ts';
import { notifyError } from '../../ui/notify.ts';
import { useAction } from '../../ui/use-action.ts';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { useStepUp } from '../../ui/use-step-up.tsx';
import { useWords } from '../../words/use-words.ts';

interface Provider {
  slug: string;
  name: string;
}

/** Leads to the provider, which leads back here. */
export function Bind({ slug, name }: Provider) {
  const { t } = useWords();
  const stepUp = useStepUp();
  const { mutate, isPending } = useMutation({
    mutationFn: () => stepUp(() => bindingUrl(slug, basePath + paths.security)),
    onSuccess(url) {
      if (url) window.location.assign(url);
    },
    onError: (error) => notifyError(error, t),
  });
  return (
    <Button
      variant="default"
      loading={isPending}
      aria-label={t('security.bindNamed', { name })}
      onClick={() => mutate()}
    >
      {t('security.bind')}
    </Button>
  );
}

export function Unbind({ slug, name }: Provider) {
  const { t } = useWords();
  const confirm = useConfirm();
  const unbind = useAction({ run: removeBinding, done: t('security.unbound', { name }), changes: ['user'] });
  return (
    <Button
      variant="default"
      loading={unbind.isPending}
      aria-label={t('security.removeNamed', { name })}
      onClick={() =>
        confirm({
          title: t('security.unbindTitle', { name }),
          text: t('security.unbindText', { name }),
          confirm: t('security.remove'),
          run: () => unbind.mutate(slug),
        })
      }
    >
      {t('security.remove')}
    </Button>
  );
}
