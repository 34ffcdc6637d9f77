import { createBrowserRouter, type RouteObject } from 'react-router';
import { AboutPage } from './pages/about-page.tsx';
import { BrokenPage } from './pages/broken-page.tsx';
import { MissingPage } from './pages/missing-page.tsx';
import { RegisterPage } from './pages/register-page.tsx';
import { ResetPage } from './pages/reset-page.tsx';
import { SetupPage } from './pages/setup-page.tsx';
import { SignInPage } from './pages/sign-in/sign-in-page.tsx';
import { basePath, paths } from './paths.ts';
import { type Screen, screens } from './screens.ts';
import { PageLoader } from './ui/page-loader.tsx';
import { RequireRole } from './ui/require-role.tsx';
import { Shell } from './ui/shell.tsx';

/** Every address of the console: the ways in, and behind them the screens. */
export function createRouter() {
  const routes: RouteObject[] = [
    { path: paths.signIn, Component: SignInPage, ErrorBoundary: BrokenPage },
    { path: paths.setup, Component: SetupPage, ErrorBoundary: BrokenPage },
    { path: paths.register, Component: RegisterPage, ErrorBoundary: BrokenPage },
    { path: paths.about, Component: AboutPage, ErrorBoundary: BrokenPage },
    { path: paths.reset, Component: ResetPage, ErrorBoundary: BrokenPage },
    {
      Component: Shell,
      HydrateFallback: PageLoader,
      ErrorBoundary: BrokenPage,
      children: [...screens.map(toRoute), { path: '*', Component: MissingPage }],
    },
  ];
  return createBrowserRouter(routes, { basename: basePath });
}

/** A page that breaks leaves the shell around it whole. */
function toRoute({ path, role, load }: Screen): RouteObject {
  return {
    path,
    ErrorBoundary: BrokenPage,
    async lazy() {
      const Page = await load();
      return {
        element: (
          <RequireRole role={role}>
            <Page />
          </RequireRole>
        ),
      };
    },
  };
}
