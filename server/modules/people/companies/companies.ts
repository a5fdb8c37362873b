// The companies whose people may be here: their words, and what a domain and a key must look like. Pure.
import { domainToASCII, domainToUnicode } from 'node:url';
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { filledLine, tagLine, text } from '../../../shared/validation.ts';
import { transliterate } from '../../../shared/transliterate.ts';
import { showsNothing } from '../../../shared/invisibleCharacters.ts';

export const badgeTones = ['accent', 'ember', 'info', 'success', 'warning', 'danger'] as const;
export type BadgeTone = (typeof badgeTones)[number];

/** What an admin decides about a company. */
export interface CompanyFacts {
  name: string;
  approvalTag: string;
  hasBadge: boolean;
  badgeTone: BadgeTone;
  /** Whether only Google accounts that it manages (`hd`) are admitted; null: from the first such sign-in on. */
  managedAccountsOnly: boolean | null;
  /** In the order of the alphabet. */
  domains: string[];
}

export interface CompanyRecord extends CompanyFacts {
  key: string;
  /** The domains as people write them. */
  unicodeDomains: string[];
  isPredefined: boolean;
  people: number;
  services: number;
  /** Data rules that say what it allows. */
  rules: number;
  updatedAt: Date;
}

/** Anybody may have an address there: such a domain would let everybody in. */
const publicMail = new Set(
  `gmail.com googlemail.com yahoo.com ymail.com outlook.com hotmail.com live.com msn.com icloud.com me.com mac.com aol.com
  proton.me protonmail.com pm.me gmx.com gmx.de gmx.net web.de mail.com zoho.com fastmail.com hey.com tutanota.com tuta.com
  ya.ru mail.ru bk.ru inbox.ru list.ru internet.ru xmail.ru rambler.ru lenta.ru autorambler.ru myrambler.ru ro.ru vk.com mail.ua
  ukr.net i.ua tut.by seznam.cz wp.pl o2.pl onet.pl interia.pl t-online.de freenet.de free.fr orange.fr laposte.net wanadoo.fr
  libero.it btinternet.com naver.com daum.net hanmail.net rediffmail.com comcast.net att.net verizon.net duck.com mailfence.com
  hushmail.com aim.com qq.com foxmail.com 163.com 126.com yeah.net sina.com`.split(/\s+/),
);

/** Those that give addresses in many countries, as of yahoo.co.uk, hotmail.fr and yandex.kz. */
const publicMailOfCountries =
  /^(?:gmx|hotmail|outlook|rocketmail|tutanota|yahoo|yandex|ymail)\.(?:(?:com?|net)\.)?[a-z]{2,3}$|^live\.(?:com?\.)?[a-z]{2}$/;

const isPublicMail = (value: string): boolean =>
  publicMail.has(value) || publicMailOfCountries.test(value);

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const isDomain = (value: string): boolean => {
  const labels = value.split('.');
  return (
    value.length <= 253 &&
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
};

/** A domain as it stands behind the @ of an address: in lower case and ASCII, without the @ and the dot that some write. */
export const comparableDomain = (given: string): string =>
  domainToASCII(given.trim().replace(/^@/, '').replace(/\.$/, '').toLowerCase());

/** A domain as people write it: пример.рф for xn--e1afmkfd.xn--p1ai. */
export const readableDomain = (ownDomain: string): string =>
  domainToUnicode(ownDomain) || ownDomain;

const domain = text(300).transform((given, context) => {
  const value = comparableDomain(given);
  if (!isDomain(value)) {
    context.addIssue({
      code: 'custom',
      message: 'A domain looks like example.com, as behind the @ of an address',
      params: { code: 'domain' },
    });
  } else if (isPublicMail(value)) {
    context.addIssue({
      code: 'custom',
      message: `Anybody can have an address of ${value}: it would let everybody in`,
      params: { code: 'publicMail' },
    });
  }
  return value;
});

const domains = z
  .array(domain)
  .max(limits.lists.domainsOfCompany)
  .transform((all) => [...new Set(all)].sort());

/** As it is compared with the tags of services: in lower case (specification, section 5). */
const approvalTag = tagLine(limits.bookmark.tag)
  .transform((value) => value.toLowerCase())
  .refine((value) => /.approved$/.test(value) && !showsNothing(value.replace(/approved$/, '')), {
    message: 'It must end in “approved”, as acmeapproved does',
    params: { code: 'approvalTag' },
  });

const key = z
  .string()
  .max(limits.text.companyKey)
  .regex(/^[a-z][a-z0-9]*$/);
const name = filledLine(limits.text.companyName);
const badgeTone = z.enum(badgeTones);

export const newCompanyInput = z.strictObject({
  name,
  key: key.nullish(),
  approvalTag: approvalTag.nullish(),
  hasBadge: z.boolean().default(true),
  badgeTone: badgeTone.default('ember'),
  managedAccountsOnly: z.boolean().nullable().default(null),
  domains: domains.default([]),
});
export type NewCompanyInput = z.input<typeof newCompanyInput>;
/** The same, as it was read. */
export type NewCompany = z.output<typeof newCompanyInput>;

export const companyInput = z.strictObject({
  name: name.nullish(),
  approvalTag: approvalTag.nullish(),
  hasBadge: z.boolean().nullish(),
  badgeTone: badgeTone.nullish(),
  managedAccountsOnly: z.boolean().nullish(),
  domains: domains.nullish(),
});
export type CompanyInput = z.input<typeof companyInput>;

export const keysInput = z
  .array(z.string().max(limits.text.companyKey))
  .max(limits.lists.companies);

/** Whether two are one name, whatever letters are large in them. */
export const isSameName = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

/** A company's key out of its name, else out of its first domain: студияромашка is studiyaromashka. */
function plainKey(companyName: string, ownDomains: readonly string[]): string {
  const plain = (value: string) => transliterate(value).replaceAll(/[^a-z0-9]/g, '');
  const [firstDomain = ''] = ownDomains;
  const candidates = [plain(companyName), plain(readableDomain(firstDomain).split('.')[0] ?? '')];
  const found = candidates.find((candidate) => candidate.length > 1);
  if (!found) return 'company';
  return /^[a-z]/.test(found) ? found : `c${found}`;
}

/** The first key of this name that is free: acme, else acme2, acme3 … */
export function freeKey(
  { name: called, domains: own }: Pick<CompanyFacts, 'name' | 'domains'>,
  isTaken: (candidate: string) => boolean,
): string {
  const plain = plainKey(called, own);
  const numbered = (number: number): string => {
    const suffix = number === 1 ? '' : String(number);
    const candidate = plain.slice(0, limits.text.companyKey - suffix.length) + suffix;
    return isTaken(candidate) ? numbered(number + 1) : candidate;
  };
  return numbered(1);
}

/** The tag of a company for which none is given. */
export const tagOf = (companyKey: string): string => `${companyKey}approved`;

/** What stands in the record of changes. */
export const recorded = ({
  name: called,
  approvalTag: tag,
  hasBadge,
  badgeTone: tone,
  managedAccountsOnly,
  domains: own,
}: CompanyFacts) => ({
  name: called,
  approvalTag: tag,
  hasBadge,
  badgeTone: tone,
  managedAccountsOnly,
  domains: own.map(readableDomain),
});

/** Whether two say the same. */
export const isSame = (one: CompanyFacts, other: CompanyFacts): boolean =>
  JSON.stringify(recorded(one)) === JSON.stringify(recorded(other));
