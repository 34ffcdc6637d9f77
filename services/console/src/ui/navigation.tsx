import { NavLink, ScrollArea, Text } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { hasRole } from '../api/user.ts';
import { paths } from '../paths.ts';
import { type Section, screens } from '../screens.ts';
import { useWords } from '../words/use-words.ts';
import { useCurrentUser } from './current-user.ts';
import classes from './navigation.module.css';

const sections: readonly Section[] = ['overview', 'administration', 'account'];

const hasOthersBelow: ReadonlySet<string> = new Set([paths.home, paths.account]);

/** The pages that the current user may go to, by section. */
export function Navigation({ onGo }: { onGo: () => void }) {
  const { t } = useWords();
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const isHere = (path: string): boolean =>
    pathname === path || (!hasOthersBelow.has(path) && pathname.startsWith(`${path}/`));
  const shown = screens.filter(({ role }) => hasRole(user, role));
  return (
    <ScrollArea p="sm" type="never">
      {sections
        .map((section) => ({ section, items: shown.filter((screen) => screen.section === section) }))
        .filter(({ items }) => items.length > 0)
        .map(({ section, items }) => (
          <div key={section} className={classes.section}>
            <Text component="h2" className={classes.label}>
              {t(`navigation.${section}`)}
            </Text>
            {items.map(({ path, title, icon: Icon }) => (
              <NavLink
                key={path}
                component={Link}
                to={path}
                label={t(title)}
                leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
                active={isHere(path)}
                aria-current={isHere(path) ? 'page' : undefined}
                onClick={onGo}
                className={classes.link}
              />
            ))}
          </div>
        ))}
    </ScrollArea>
  );
}
