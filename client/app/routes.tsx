/** The table of screens, in the order of the specification's section 2. */
import { Navigate, type RouteObject } from 'react-router-dom';
import { clientSettings } from '../browser/environment.ts';
import { redirectSignedIn, redirectToService, requireAdmin, requireUser } from './guards.ts';
import { paths } from './paths.ts';
import { Root } from './Root.tsx';
import { RouteFailure } from './RouteFailure.tsx';
import { framedScreen, loadScreen, wholeScreen, type ScreenRow } from './screens.tsx';

const visitorScreens = (): ScreenRow[] => [
  {
    path: paths.login,
    title: 'login',
    loader: redirectSignedIn,
    load: () => import('../pages/LoginPage.tsx').then((page) => page.LoginPage),
    texts: ['guest'],
  },
  {
    path: paths.privacyPolicy,
    title: 'privacy',
    load: () => import('../pages/LegalPages.tsx').then((page) => page.PrivacyPolicyPage),
    texts: ['legal', 'guest'],
  },
  {
    path: paths.termsOfService,
    title: 'terms',
    load: () => import('../pages/LegalPages.tsx').then((page) => page.TermsOfServicePage),
    texts: ['legal', 'guest'],
  },
  {
    path: paths.directAccess,
    title: 'signingIn',
    load: () => import('../pages/DirectAccessPage.tsx').then((page) => page.DirectAccessPage),
    texts: ['guest'],
  },
  ...[clientSettings().googleCallbackPath, paths.providerCallback].map((path) => ({
    path,
    title: 'signingIn' as const,
    load: () =>
      import('../pages/ProviderCallbackPage.tsx').then((page) => page.ProviderCallbackPage),
    texts: ['guest' as const],
  })),
];

/** The tabs of the profile, in their order. */
const profileScreens: ScreenRow[] = [
  {
    path: paths.profileItems,
    title: 'profileItems',
    load: () => import('../pages/ProfileItemsPage.tsx').then((page) => page.ProfileItemsPage),
  },
  {
    path: paths.profileUseCases,
    title: 'profileUseCases',
    load: () => import('../pages/ProfileUseCasesPage.tsx').then((page) => page.ProfileUseCasesPage),
  },
  {
    path: paths.profileRequests,
    title: 'profileRequests',
    load: () => import('../pages/ProfileRequestsPage.tsx').then((page) => page.ProfileRequestsPage),
    texts: ['service'],
  },
  {
    path: paths.profileApprovals,
    title: 'approvals',
    load: () => import('../pages/ApprovalsPage.tsx').then((page) => page.ApprovalsPage),
    texts: ['service'],
  },
  {
    path: paths.profileRules,
    title: 'rules',
    load: () => import('../pages/AdminRulesPage.tsx').then((page) => page.AdminRulesPage),
    texts: ['service', 'rules'],
  },
  {
    path: paths.profileNotifications,
    title: 'profileNotifications',
    load: () =>
      import('../pages/ProfileNotificationsPage.tsx').then((page) => page.ProfileNotificationsPage),
    texts: ['notifications'],
  },
  {
    path: paths.profileTokens,
    title: 'tokens',
    load: () => import('../pages/ProfileTokensPage.tsx').then((page) => page.ProfileTokensPage),
  },
  {
    path: paths.profileSessions,
    title: 'profileSessions',
    load: () => import('../pages/ProfileSessionsPage.tsx').then((page) => page.ProfileSessionsPage),
  },
];

/** The tabs of the admin panel, in their order. */
const adminScreens: ScreenRow[] = [
  {
    path: paths.adminComplaints,
    title: 'complaints',
    load: () => import('../pages/AdminComplaintsPage.tsx').then((page) => page.AdminComplaintsPage),
  },
  {
    path: paths.adminInconsistencies,
    title: 'inconsistencies',
    load: () =>
      import('../pages/AdminInconsistenciesPage.tsx').then((page) => page.AdminInconsistenciesPage),
  },
  {
    path: paths.adminAccess,
    title: 'approvals',
    load: () => import('../pages/ApprovalsPage.tsx').then((page) => page.ApprovalsPage),
    texts: ['service'],
  },
  {
    path: paths.adminImport,
    title: 'import',
    load: () => import('../pages/AdminImportPage.tsx').then((page) => page.AdminImportPage),
  },
  {
    path: paths.adminServices,
    title: 'services',
    load: () => import('../pages/AdminServicesPage.tsx').then((page) => page.AdminServicesPage),
  },
  {
    path: paths.adminRules,
    title: 'rules',
    load: () => import('../pages/AdminRulesPage.tsx').then((page) => page.AdminRulesPage),
    texts: ['service', 'rules'],
  },
  {
    path: paths.adminAuditLog,
    title: 'auditLog',
    load: () => import('../pages/AdminAuditLogPage.tsx').then((page) => page.AdminAuditLogPage),
    texts: ['setup'],
  },
  {
    path: paths.adminCatalogueGaps,
    title: 'catalogueGaps',
    load: () =>
      import('../pages/AdminCatalogueGapsPage.tsx').then((page) => page.AdminCatalogueGapsPage),
  },
  {
    path: paths.adminTokens,
    title: 'tokens',
    load: () => import('../pages/AdminTokensPage.tsx').then((page) => page.AdminTokensPage),
    texts: ['setup'],
  },
  {
    path: paths.adminPeople,
    title: 'people',
    load: () => import('../pages/AdminPeoplePage.tsx').then((page) => page.AdminPeoplePage),
  },
  {
    path: paths.adminSetup,
    title: 'setup',
    load: () => import('../pages/AdminSetupPage.tsx').then((page) => page.AdminSetupPage),
    texts: ['setup'],
  },
];

const memberScreens: ScreenRow[] = [
  {
    path: paths.dashboard,
    title: 'dashboard',
    loader: redirectToService,
    load: () => import('../pages/DashboardPage.tsx').then((page) => page.DashboardPage),
  },
  {
    path: paths.service,
    title: 'service',
    load: () => import('../pages/ServicePage.tsx').then((page) => page.ServicePage),
    texts: ['service'],
  },
  {
    path: paths.compare,
    title: 'compare',
    load: () => import('../pages/ComparePage.tsx').then((page) => page.ComparePage),
    texts: ['service'],
  },
  {
    path: paths.check,
    title: 'check',
    load: () => import('../pages/CheckPage.tsx').then((page) => page.CheckPage),
    texts: ['service'],
  },
  {
    path: paths.profile,
    title: 'profile',
    load: () => import('../pages/ProfilePage.tsx').then((page) => page.ProfilePage),
    tabs: profileScreens,
  },
  {
    path: paths.admin,
    title: 'admin',
    loader: requireAdmin,
    load: () => import('../pages/AdminPage.tsx').then((page) => page.AdminPage),
    tabs: adminScreens,
  },
];

/** The only screen of the splash host, at every address (specification, section 2). */
const splashScreen: ScreenRow = {
  path: '*',
  title: 'splash',
  load: () => import('../pages/SplashPage.tsx').then((page) => page.SplashPage),
  texts: ['guest'],
};
const notFoundScreen: ScreenRow = {
  path: '*',
  title: 'notFound',
  load: () => import('../pages/NotFoundPage.tsx').then((page) => page.NotFoundPage),
};

/** All routes, each screen with its own boundary for failures. */
export function createRoutes(): RouteObject[] {
  const screens = (): RouteObject[] => [
    { index: true, element: <Navigate to={paths.login} replace /> },
    ...visitorScreens().map(wholeScreen),
    {
      id: 'signed-in',
      loader: requireUser,
      shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
      lazy: loadScreen(
        () => import('./SignedIn.tsx').then((part) => part.SignedIn),
        ['dashboard'],
        true,
      ),
      ErrorBoundary: RouteFailure,
      children: memberScreens.map(framedScreen),
    },
    wholeScreen(notFoundScreen),
  ];
  return [
    {
      Component: Root,
      // Nothing is rendered before the first screen is loaded: the HTML of the page stays until then.
      HydrateFallback: () => null,
      ErrorBoundary: RouteFailure,
      children: clientSettings().splashOnly ? [wholeScreen(splashScreen)] : screens(),
    },
  ];
}
