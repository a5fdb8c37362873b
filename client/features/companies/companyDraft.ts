/** Draft of a company in the form, and its changes. */
import type { BadgeTone, OwnCompanyFragment } from './generated.ts';

export interface CompanyDraft {
  name: string;
  /** As typed, one per line. */
  domains: string;
  approvalTag: string;
  hasBadge: boolean;
  badgeTone: BadgeTone;
  /** Null: set at the first sign-in with a managed account. */
  managedAccountsOnly: boolean | null;
}

export const emptyDraft: CompanyDraft = {
  name: '',
  domains: '',
  approvalTag: '',
  hasBadge: true,
  badgeTone: 'ember',
  managedAccountsOnly: null,
};

export const draftOf = (company: OwnCompanyFragment): CompanyDraft => ({
  name: company.name,
  domains: company.unicodeDomains.join('\n'),
  approvalTag: company.approvalTag,
  hasBadge: company.hasBadge,
  badgeTone: company.badgeTone,
  managedAccountsOnly: company.managedAccountsOnly,
});

/** Domains of a text: lower case, without a leading @. */
export const readDomains = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((domain) => domain.replace(/^@/, '').toLowerCase())
      .filter(Boolean),
  ),
];

interface Changes {
  name?: string;
  approvalTag?: string;
  hasBadge?: boolean;
  badgeTone?: BadgeTone;
  managedAccountsOnly?: boolean | null;
  domains?: string[];
}

/**
 * What the draft changes of the company as it was when the dialog was opened, put onto the company as it is now: a domain that
 * somebody else has added meanwhile stays.
 */
export function changesOf(
  draft: CompanyDraft,
  opened: OwnCompanyFragment,
  now: OwnCompanyFragment,
): Changes {
  const domains = readDomains(draft.domains);
  const added = domains.filter((domain) => !opened.unicodeDomains.includes(domain));
  const gone = opened.unicodeDomains.filter((domain) => !domains.includes(domain));
  const tag = draft.approvalTag.trim().toLowerCase();
  return {
    ...(draft.name.trim() !== opened.name && { name: draft.name.trim() }),
    ...(tag !== '' && tag !== opened.approvalTag && { approvalTag: tag }),
    ...(draft.hasBadge !== opened.hasBadge && { hasBadge: draft.hasBadge }),
    ...(draft.badgeTone !== opened.badgeTone && { badgeTone: draft.badgeTone }),
    ...(draft.managedAccountsOnly !== opened.managedAccountsOnly && {
      managedAccountsOnly: draft.managedAccountsOnly,
    }),
    ...(added.length + gone.length > 0 && {
      domains: [...now.unicodeDomains.filter((domain) => !gone.includes(domain)), ...added],
    }),
  };
}
