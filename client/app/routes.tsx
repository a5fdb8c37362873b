/** Route table of all screens, in the order of the specification’s section 2. */
import type { RouteObject } from 'react-router-dom';
import { clientSettings } from '../browser/environment.ts';
import { redirectSignedIn, redirectToService, requireAdmin, requireUser } from './guards.ts';
import { paths, settingsPath } from './paths.ts';
import { Root } from './Root.tsx';
import {
  framedScreen,
  lateScreen,
  redirectRoute,
  wholeScreen,
  type ScreenHandle,
  type ScreenRow,
} from './screens.tsx';

const visitorScreens = (): ScreenRow[] => [
  {
    path: paths.login,
    title: 'login',
    guard: redirectSignedIn,
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
    load: () => import('../pages/SigningInPages.tsx').then((page) => page.DirectAccessPage),
    texts: ['guest'],
  },
  ...[clientSettings().googleCallbackPath, paths.providerCallback].map((path) => ({
    path,
    title: 'signingIn' as const,
    load: () => import('../pages/SigningInPages.tsx').then((page) => page.ProviderCallbackPage),
    texts: ['guest' as const],
  })),
];

/** The screens of the profile: its tabs in their order, and those of approvers. */
const profileScreens: ScreenRow[] = [
  {
    path: paths.profileItems,
    title: 'profileItems',
    load: () => import('../pages/ProfileItemsPage.tsx').then((page) => page.ProfileItemsPage),
  },
  {
    path: paths.profileUseCases,
    title: 'profileUseCases',
    load: () => import('../features/useCases/MyUseCases.tsx').then((page) => page.MyUseCases),
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
    texts: ['service', 'subscriptions'],
  },
  {
    path: paths.profileRules,
    title: 'rules',
    load: () => import('../features/dataRules/RulesMatrix.tsx').then((page) => page.RulesMatrix),
    texts: ['service', 'rules'],
  },
  {
    path: paths.profileRulesReview,
    title: 'rulesReview',
    load: () => import('../features/dataRules/RulesMatrix.tsx').then((page) => page.RulesToReview),
    texts: ['service', 'rules'],
  },
  {
    path: paths.profileRulesSources,
    title: 'rulesSources',
    load: () =>
      import('../features/dataRules/ChangedSources.tsx').then((page) => page.ChangedSources),
    texts: ['service', 'rules'],
  },
  {
    path: paths.profileSubscriptions,
    title: 'subscriptions',
    load: () =>
      import('../features/subscriptions/Subscriptions.tsx').then((page) => page.Subscriptions),
    texts: ['subscriptions'],
  },
  {
    path: paths.profileSettings,
    title: 'profileSettings',
    load: () => import('../pages/ProfileSettingsPage.tsx').then((page) => page.ProfileSettingsPage),
    texts: ['notifications', 'loadouts'],
  },
];

/** The screens of the admin panel, by group, in the order of its rail. */
const adminScreens: ScreenRow[] = [
  {
    path: paths.adminComplaints,
    title: 'complaints',
    group: 'inbox',
    load: () => import('../pages/AdminComplaintsPage.tsx').then((page) => page.AdminComplaintsPage),
  },
  {
    path: paths.adminInconsistencies,
    title: 'inconsistencies',
    group: 'inbox',
    load: () =>
      import('../pages/AdminInconsistenciesPage.tsx').then((page) => page.AdminInconsistenciesPage),
  },
  {
    path: paths.adminAccess,
    title: 'approvals',
    group: 'inbox',
    load: () => import('../pages/ApprovalsPage.tsx').then((page) => page.ApprovalsPage),
    texts: ['service', 'subscriptions'],
  },
  {
    path: paths.adminCatalogueGaps,
    title: 'catalogueGaps',
    group: 'inbox',
    load: () =>
      import('../features/catalogueGaps/CatalogueGaps.tsx').then((page) => page.CatalogueGaps),
  },
  {
    path: paths.adminServices,
    title: 'services',
    group: 'catalogue',
    load: () => import('../pages/AdminServicesPage.tsx').then((page) => page.AdminServicesPage),
  },
  {
    path: paths.adminTags,
    title: 'tags',
    group: 'catalogue',
    load: () => import('../pages/AdminTagsPage.tsx').then((page) => page.AdminTagsPage),
  },
  {
    path: paths.adminSearchWords,
    title: 'searchWords',
    group: 'catalogue',
    load: () =>
      import('../features/catalogueGaps/CustomVocabulary.tsx').then(
        (page) => page.CustomVocabulary,
      ),
  },
  {
    path: paths.adminImport,
    title: 'import',
    group: 'catalogue',
    load: () => import('../pages/AdminImportPage.tsx').then((page) => page.AdminImportPage),
  },
  {
    path: paths.adminRules,
    title: 'rules',
    group: 'rules',
    load: () => import('../features/dataRules/RulesMatrix.tsx').then((page) => page.RulesMatrix),
    texts: ['service', 'rules'],
  },
  {
    path: paths.adminRulesReview,
    title: 'rulesReview',
    group: 'rules',
    isTabOnly: true,
    load: () => import('../features/dataRules/RulesMatrix.tsx').then((page) => page.RulesToReview),
    texts: ['service', 'rules'],
  },
  {
    path: paths.adminRulesSources,
    title: 'rulesSources',
    group: 'rules',
    isTabOnly: true,
    load: () =>
      import('../features/dataRules/ChangedSources.tsx').then((page) => page.ChangedSources),
    texts: ['service', 'rules'],
  },
  {
    path: paths.adminApprovers,
    title: 'approvers',
    group: 'rules',
    load: () =>
      import('../features/access/AccessApprovers.tsx').then((page) => page.AccessApprovers),
    texts: ['service'],
  },
  {
    path: paths.adminPeople,
    title: 'people',
    group: 'people',
    load: () => import('../features/people/People.tsx').then((page) => page.People),
  },
  {
    path: paths.adminCompanies,
    title: 'companies',
    group: 'people',
    load: () => import('../features/companies/Companies.tsx').then((page) => page.Companies),
    texts: ['setup'],
  },
  {
    path: paths.adminInsights,
    title: 'overview',
    group: 'insight',
    load: () => import('../pages/InsightsPage.tsx').then((page) => page.AdminInsightsPage),
    texts: ['insights'],
  },
  {
    path: paths.adminSubscriptions,
    title: 'subscriptions',
    group: 'insight',
    load: () =>
      import('../features/subscriptions/Subscriptions.tsx').then((page) => page.Subscriptions),
    texts: ['subscriptions'],
  },
  {
    path: paths.adminAuditLog,
    title: 'auditLog',
    group: 'insight',
    load: () => import('../features/auditLog/AuditLog.tsx').then((page) => page.AuditLog),
    texts: ['setup'],
  },
  {
    path: paths.adminSetup,
    title: 'setup',
    group: 'system',
    load: () => import('../pages/AdminSetupPage.tsx').then((page) => page.AdminSetupPage),
    texts: ['setup'],
  },
  {
    path: paths.adminTokens,
    title: 'tokens',
    group: 'system',
    load: () => import('../features/tokens/Tokens.tsx').then((page) => page.Tokens),
    texts: ['setup'],
  },
  {
    path: paths.adminWebhooks,
    title: 'webhooks',
    group: 'system',
    load: () => import('../features/webhooks/Webhooks.tsx').then((page) => page.Webhooks),
    texts: ['setup'],
  },
  {
    path: paths.adminDemo,
    title: 'demo',
    group: 'system',
    load: () => import('../pages/AdminDemoPage.tsx').then((page) => page.AdminDemoPage),
  },
];

/** Former addresses of parts of the settings. */
const formerSettings = [
  [paths.profileNotifications, 'notifications'],
  [paths.profileTokens, 'tokens'],
  [paths.profileSessions, 'devices'],
] as const;

const memberScreens: ScreenRow[] = [
  {
    path: paths.dashboard,
    title: 'dashboard',
    guard: redirectToService,
    load: () => import('../pages/DashboardPage.tsx').then((page) => page.DashboardPage),
  },
  {
    path: paths.service,
    title: 'service',
    load: () => import('../pages/ServicePage.tsx').then((page) => page.ServicePage),
    texts: ['service'],
  },
  {
    path: paths.loadouts,
    title: 'loadouts',
    load: () => import('../pages/LoadoutsPage.tsx').then((page) => page.LoadoutsPage),
    texts: ['loadouts'],
  },
  {
    path: paths.loadout,
    title: 'loadout',
    load: () => import('../pages/LoadoutPage.tsx').then((page) => page.LoadoutPage),
    texts: ['loadouts', 'service'],
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
    path: paths.insights,
    title: 'insights',
    load: () => import('../pages/InsightsPage.tsx').then((page) => page.InsightsPage),
    texts: ['insights'],
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
    guard: requireAdmin,
    load: () => import('../pages/AdminPage.tsx').then((page) => page.AdminPage),
    tabs: adminScreens,
  },
];

/** The only screen of the splash host, at every address (specification, section 2). */
const splashScreen: ScreenRow = {
  path: '*',
  title: 'splash',
  load: () => import('../features/splash/SplashVideo.tsx').then((page) => page.SplashPage),
  texts: ['guest'],
};
const notFoundScreen: ScreenRow = {
  path: '*',
  title: 'notFound',
  load: () => import('../pages/NotFoundPage.tsx').then((page) => page.NotFoundPage),
};

/** All routes, each screen with its own boundary for failures. */
export function createRoutes(): RouteObject[] {
  if (clientSettings().splashOnly)
    return [{ element: <Root />, children: [wholeScreen(splashScreen)] }];
  const { element, load } = lateScreen(
    () => import('./SignedIn.tsx').then((part) => part.SignedIn),
    ['dashboard'],
    true,
  );
  const children = [
    redirectRoute(paths.home, paths.login),
    ...visitorScreens().map(wholeScreen),
    {
      element,
      handle: { guard: requireUser, load } satisfies ScreenHandle,
      children: [
        ...memberScreens.map(framedScreen),
        ...formerSettings.map(([path, section]) => redirectRoute(path, settingsPath(section))),
      ],
    },
    wholeScreen(notFoundScreen),
  ];
  return [{ element: <Root />, children }];
}
