/** The admin's list of complaints with an in-memory server. */
import type { ReactElement } from 'react';
import { screen } from '@testing-library/react';
import { setCurrentUser } from '../browser/currentUser.ts';
import { AdminComplaints } from '../features/complaints/AdminComplaints.tsx';
import { item, anAdmin } from './fixtures.ts';
import { renderPage } from './render.tsx';

type Args = Record<string, string | null | undefined>;

/** Time of creation and last change of all objects. */
export const made = '2026-11-20T10:00:00.000Z';

/** A complaint of Anna's about a service, by default the one with the same id. */
export const report = (id: string, status = 'new', itemId = id) => ({
  id,
  knowledgeItemId: itemId,
  complaintType: 'spam',
  comment: null as string | null,
  status,
  rejectionReason: null as string | null,
  createdAt: made,
  resolvedAt: null as string | null,
  updatedAt: made,
  sameOpenCount: 0,
  reporter: { id: '9', name: 'Анна', telegramUsername: 'anna_k' } as {
    id: string;
    name: string;
    telegramUsername: string;
  } | null,
  handledBy: null as { id: string; name: string } | null,
  appliedFix: null,
  knowledgeItem: item(itemId) as ReturnType<typeof item> | null,
});

/** State of the server and its recorded calls; each test begins with two complaints and no refusal. */
export function someReports() {
  const reports = {
    rows: [] as Array<ReturnType<typeof report>>,
    asked: [] as Args[],
    sent: [] as Args[],
    cured: [] as unknown[],
    fixes: [] as unknown[],
    refuse: null as (() => Error | null) | null,
  };
  beforeEach(() => {
    setCurrentUser(anAdmin());
    Object.assign(reports, {
      rows: [report('1'), report('2', 'in_progress')],
      asked: [],
      sent: [],
      cured: [],
      fixes: [],
      refuse: null,
    });
  });
  const setAll = (status: string) => {
    reports.rows = reports.rows.map((row) => ({ ...row, status }));
  };
  const resolvers = {
    Query: {
      complaints: (_: unknown, args: Args) => {
        reports.asked.push(args);
        return reports.rows.filter((row) => !args['status'] || row.status === args['status']);
      },
      complaintGroups: () => reports.fixes,
      complaintsCount: (_: unknown, { status }: Args) => ({
        count: reports.rows.filter((row) => row.status === status).length,
      }),
    },
    Mutation: {
      applyComplaintFix: (_: unknown, args: Args) => {
        reports.cured.push(args);
        setAll('resolved');
        return { id: '5', action: 'replace_address' };
      },
      undoComplaintFix: (_: unknown, args: Args) => {
        reports.cured.push(args);
        setAll('new');
        return { id: '5', undoneAt: made };
      },
      setComplaintStatus: (_: unknown, args: Args) => {
        reports.sent.push(args);
        const refusal = reports.refuse?.();
        if (refusal) throw refusal;
        const status = String(args['status']);
        reports.rows = reports.rows.map((row) =>
          row.id === args['id']
            ? {
                ...row,
                status,
                rejectionReason: args['rejectionReason'] ?? null,
                resolvedAt: status === 'resolved' ? made : null,
              }
            : row,
        );
        return reports.rows.find((row) => row.id === args['id']);
      },
    },
  };
  return {
    reports,
    /** Opens the list, at an address with its filters. */
    show: (at = '/admin/complaints', list: ReactElement = <AdminComplaints />) =>
      renderPage(list, { resolvers, at }),
    /** The select for the status of a complaint, once the list has loaded. */
    select: (id: string) =>
      screen.findByRole<HTMLSelectElement>('combobox', { name: `Статус жалобы: Сервис ${id}` }),
  };
}
