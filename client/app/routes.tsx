/** THE TABLE of screens, in the order of the specification's section 2. */
import { Navigate, type RouteObject } from 'react-router-dom';
import { clientSettings } from '../browser/environment.ts';
import { leadToService, passLogin, requireAdmin, requireUser } from './guards.ts';
import { paths } from './paths.ts';
import { Root } from './Root.tsx';
import { RouteFailure, ScreenFailure } from './RouteFailure.tsx';
import { framedScreen, screen, titled } from './screens.tsx';

const visitorScreens = (): RouteObject[] => [
  { index: true, element: <Navigate to={paths.login} replace /> },
  {
    path: paths.login,
    loader: passLogin,
    handle: titled('login'),
    lazy: screen(() => import('../pages/LoginPage.tsx').then((page) => page.LoginPage), 'guest'),
  },
  {
    path: paths.privacyPolicy,
    handle: titled('privacy'),
    lazy: screen(
      () => import('../pages/PrivacyPolicyPage.tsx').then((page) => page.PrivacyPolicyPage),
      'legal',
      'guest',
    ),
  },
  {
    path: paths.termsOfService,
    handle: titled('terms'),
    lazy: screen(
      () => import('../pages/TermsOfServicePage.tsx').then((page) => page.TermsOfServicePage),
      'legal',
      'guest',
    ),
  },
  {
    path: paths.directAccess,
    handle: titled('signingIn'),
    lazy: screen(
      () => import('../pages/DirectAccessPage.tsx').then((page) => page.DirectAccessPage),
      'guest',
    ),
  },
  {
    path: clientSettings().googleCallbackPath,
    handle: titled('signingIn'),
    lazy: screen(
      () => import('../pages/GoogleCallbackPage.tsx').then((page) => page.GoogleCallbackPage),
      'guest',
    ),
  },
  {
    path: paths.telegramCallback,
    handle: titled('signingIn'),
    lazy: screen(
      () => import('../pages/TelegramCallbackPage.tsx').then((page) => page.TelegramCallbackPage),
      'guest',
    ),
  },
];

/** Behind the sign-in: rows of the dashboard, the profile and the admin panel. */
const memberScreens: RouteObject[] = [
  {
    path: paths.dashboard,
    loader: leadToService,
    handle: titled('dashboard'),
    lazy: framedScreen(() =>
      import('../pages/DashboardPage.tsx').then((page) => page.DashboardPage),
    ),
  },
  {
    path: paths.service,
    handle: titled('service'),
    lazy: framedScreen(
      () => import('../pages/ServicePage.tsx').then((page) => page.ServicePage),
      'service',
    ),
  },
  {
    path: paths.compare,
    handle: titled('compare'),
    lazy: framedScreen(
      () => import('../pages/ComparePage.tsx').then((page) => page.ComparePage),
      'service',
    ),
  },
  {
    path: paths.check,
    handle: titled('check'),
    lazy: framedScreen(
      () => import('../pages/CheckPage.tsx').then((page) => page.CheckPage),
      'service',
    ),
  },
  {
    path: paths.profile,
    handle: titled('profile'),
    lazy: framedScreen(() => import('../pages/ProfilePage.tsx').then((page) => page.ProfilePage)),
    children: [
      { index: true, element: <Navigate to={paths.profileKnowledge} replace /> },
      {
        path: paths.profileKnowledge,
        handle: titled('profileKnowledge'),
        lazy: framedScreen(() =>
          import('../pages/ProfileItemsPage.tsx').then((page) => page.ProfileKnowledgePage),
        ),
      },
      {
        path: paths.profileUseCases,
        handle: titled('profileUseCases'),
        lazy: framedScreen(() =>
          import('../pages/ProfileUseCasesPage.tsx').then((page) => page.ProfileUseCasesPage),
        ),
      },
      {
        path: paths.profileRequests,
        handle: titled('profileRequests'),
        lazy: framedScreen(
          () => import('../pages/ProfileRequestsPage.tsx').then((page) => page.ProfileRequestsPage),
          'service',
        ),
      },
      {
        path: paths.profileApprovals,
        handle: titled('approvals'),
        lazy: framedScreen(
          () => import('../pages/ApprovalsPage.tsx').then((page) => page.ApprovalsPage),
          'service',
        ),
      },
      {
        path: paths.profileRules,
        handle: titled('rules'),
        lazy: framedScreen(
          () => import('../pages/AdminRulesPage.tsx').then((page) => page.AdminRulesPage),
          'service',
          'rules',
        ),
      },
      {
        path: paths.profileNotifications,
        handle: titled('profileNotifications'),
        lazy: framedScreen(
          () =>
            import('../pages/ProfileNotificationsPage.tsx').then(
              (page) => page.ProfileNotificationsPage,
            ),
          'notifications',
        ),
      },
      {
        path: paths.profileTokens,
        handle: titled('tokens'),
        lazy: screen(() =>
          import('../pages/ProfileTokensPage.tsx').then((page) => page.ProfileTokensPage),
        ),
      },
      {
        path: paths.profileSessions,
        handle: titled('profileSessions'),
        lazy: screen(() =>
          import('../pages/ProfileSessionsPage.tsx').then((page) => page.ProfileSessionsPage),
        ),
      },
    ],
  },
  {
    path: paths.admin,
    loader: requireAdmin,
    handle: titled('admin'),
    lazy: framedScreen(() => import('../pages/AdminPage.tsx').then((page) => page.AdminPage)),
    children: [
      { index: true, element: <Navigate to={paths.adminComplaints} replace /> },
      {
        path: paths.adminComplaints,
        handle: titled('complaints'),
        lazy: framedScreen(() =>
          import('../pages/AdminComplaintsPage.tsx').then((page) => page.AdminComplaintsPage),
        ),
      },
      {
        path: paths.adminInconsistencies,
        handle: titled('inconsistencies'),
        lazy: framedScreen(() =>
          import('../pages/AdminInconsistenciesPage.tsx').then(
            (page) => page.AdminInconsistenciesPage,
          ),
        ),
      },
      {
        path: paths.adminAccess,
        handle: titled('approvals'),
        lazy: framedScreen(
          () => import('../pages/ApprovalsPage.tsx').then((page) => page.ApprovalsPage),
          'service',
        ),
      },
      {
        path: paths.adminPeople,
        handle: titled('people'),
        lazy: screen(() =>
          import('../pages/AdminPeoplePage.tsx').then((page) => page.AdminPeoplePage),
        ),
      },
      {
        path: paths.adminImport,
        handle: titled('import'),
        lazy: framedScreen(() =>
          import('../pages/AdminPage.tsx').then((page) => page.AdminImportPage),
        ),
      },
      {
        path: paths.adminSetup,
        handle: titled('setup'),
        lazy: framedScreen(
          () => import('../pages/AdminPage.tsx').then((page) => page.AdminSetupPage),
          'setup',
        ),
      },
      {
        path: paths.adminRules,
        handle: titled('rules'),
        lazy: framedScreen(
          () => import('../pages/AdminRulesPage.tsx').then((page) => page.AdminRulesPage),
          'service',
          'rules',
        ),
      },
      {
        path: paths.adminTokens,
        handle: titled('tokens'),
        lazy: framedScreen(
          () => import('../pages/AdminTokensPage.tsx').then((page) => page.AdminTokensPage),
          'setup',
        ),
      },
      {
        path: paths.adminWishes,
        handle: titled('wishes'),
        lazy: framedScreen(() =>
          import('../pages/AdminCatalogueGapsPage.tsx').then((page) => page.AdminWishesPage),
        ),
      },
      {
        path: paths.adminServices,
        handle: titled('services'),
        lazy: framedScreen(() =>
          import('../pages/AdminAuditLogPage.tsx').then((page) => page.AdminServicesPage),
        ),
      },
      {
        path: paths.adminActivity,
        handle: titled('activity'),
        lazy: framedScreen(
          () => import('../pages/AdminAuditLogPage.tsx').then((page) => page.AdminActivityPage),
          'setup',
        ),
      },
    ],
  },
];

/** On the splash host there is one screen at every address (specification, section 2). */
const splashScreen: RouteObject[] = [
  {
    path: '*',
    handle: titled('splash'),
    lazy: screen(() => import('../pages/SplashPage.tsx').then((page) => page.SplashPage), 'guest'),
  },
];

/** All rows, each screen with its own boundary for failures. */
export function createRoutes(): RouteObject[] {
  const guarded = (rows: RouteObject[], ErrorBoundary = RouteFailure): RouteObject[] =>
    rows.map((row) => ({ ErrorBoundary, ...row }) as RouteObject);
  const screens: RouteObject[] = [
    ...guarded(visitorScreens()),
    {
      id: 'signed-in',
      loader: requireUser,
      shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
      lazy: screen(() => import('./SignedIn.tsx').then((part) => part.SignedIn), 'dashboard'),
      ErrorBoundary: RouteFailure,
      children: guarded(memberScreens, ScreenFailure),
    },
    {
      path: '*',
      handle: titled('notFound'),
      lazy: screen(() => import('../pages/NotFoundPage.tsx').then((page) => page.NotFoundPage)),
      ErrorBoundary: RouteFailure,
    },
  ];
  return [
    {
      Component: Root,
      // Nothing is rendered before the first screen is there: until then stands what came in the HTML.
      HydrateFallback: () => null,
      ErrorBoundary: RouteFailure,
      children: clientSettings().splashOnly ? guarded(splashScreen) : screens,
    },
  ];
}
