import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core';
import { ButtonElement } from './button-element.tsx';

/** Water under steel: the one colour that things to act on have. */
const water: MantineColorsTuple = [
  '#e6f7f8',
  '#d3ecee',
  '#a6d8dc',
  '#76c3c9',
  '#4fb1b9',
  '#36a5af',
  '#0f7f8c',
  '#0c6f7a',
  '#075f69',
  '#004e57',
];

const slate: MantineColorsTuple = [
  '#d5dae1',
  '#b4bcc8',
  '#97a1b0',
  '#6b7686',
  '#465160',
  '#353f4c',
  '#27303b',
  '#1a2129',
  '#141a21',
  '#0f1419',
];

export const theme = createTheme({
  colors: { water, dark: slate },
  primaryColor: 'water',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  fontFamily:
    "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', sans-serif",
  fontFamilyMonospace:
    "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Button: { defaultProps: { component: ButtonElement } },
    // The first item has the focus when it opens, and not what has no name before it.
    Menu: {
      defaultProps: { shadow: 'md', position: 'bottom-end', width: 200, withInitialFocusPlaceholder: false },
    },
    Tooltip: { defaultProps: { openDelay: 300 } },
    Skeleton: { defaultProps: { radius: 'sm' } },
    // A page has one header: those of its panels and dialogs are none to go to.
    DrawerHeader: { defaultProps: { component: 'div' } },
    ModalHeader: { defaultProps: { component: 'div' } },
  },
});

/** White can be read on it, which it cannot on the library's choice. */
const readableRed = {
  '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
  '--mantine-color-red-filled-hover': 'color-mix(in srgb, var(--mantine-color-red-9) 88%, black)',
};

/** Where the library's choice is too dark to be told from the ground, or too bright to be written on. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: readableRed,
  dark: {
    ...readableRed,
    '--mantine-color-water-light': 'color-mix(in srgb, var(--mantine-color-water-6) 28%, transparent)',
  },
});

/** Under the name that `public/color-scheme.js` reads before the first paint. */
export const keepColorScheme = localStorageColorSchemeManager({ key: 'headgate-color-scheme' });
