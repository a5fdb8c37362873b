// Companies: types, and validation of domains, keys and approval tags.
import { domainToASCII, domainToUnicode } from 'node:url';
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { filledLine, tagLine, text } from '../../../shared/validation.ts';
import { transliterate } from '../../../shared/transliterate.ts';
import { showsNothing } from '../../../shared/cleanText.ts';

export const badgeTones = ['accent', 'ember', 'info', 'success', 'warning', 'danger'] as const;
export type BadgeTone = (typeof badgeTones)[number];

export interface CompanyFacts {
  name: string;
  approvalTag: string;
  hasBadge: boolean;
  badgeTone: BadgeTone;
  /** True to admit only accounts that the company manages (`hd`); null until the first such sign-in. */
  managedAccountsOnly: boolean | null;
  domains: string[];
}

export interface CompanyRecord extends CompanyFacts {
  key: string;
  unicodeDomains: string[];
  isPredefined: boolean;
  people: number;
  services: number;
  rules: number;
  updatedAt: Date;
}

/** Public mail providers, whose domain would admit everybody. */
const publicMail = new Set(
  `gmail.com googlemail.com yahoo.com ymail.com outlook.com hotmail.com live.com msn.com icloud.com me.com mac.com aol.com
  proton.me protonmail.com pm.me gmx.com gmx.de gmx.net web.de mail.com zoho.com fastmail.com hey.com tutanota.com tuta.com
  ya.ru mail.ru bk.ru inbox.ru list.ru internet.ru xmail.ru rambler.ru lenta.ru autorambler.ru myrambler.ru ro.ru vk.com mail.ua
  ukr.net i.ua tut.by seznam.cz wp.pl o2.pl onet.pl interia.pl t-online.de freenet.de free.fr orange.fr laposte.net wanadoo.fr
  libero.it btinternet.com naver.com daum.net hanmail.net rediffmail.com comcast.net att.net verizon.net duck.com mailfence.com
  hushmail.com aim.com qq.com foxmail.com 163.com 126.com yeah.net sina.com`.split(/\s+/),
);

/** Public mail providers with many country domains, such as yahoo.co.uk, hotmail.fr and yandex.kz. */
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

/** Domain in lower-case ASCII, without a leading @ and a final dot. */
export const comparableDomain = (given: string): string =>
  domainToASCII(given.trim().replace(/^@/, '').replace(/\.$/, '').toLowerCase());

/** Domain in Unicode: пример.рф for xn--e1afmkfd.xn--p1ai. */
export const readableDomain = (ownDomain: string): string =>
  domainToUnicode(ownDomain) || ownDomain;

const domain = text(300).transform((given, context) => {
  const value = comparableDomain(given);
  if (!isDomain(value)) {
    context.addIssue({
      code: 'custom',
      message: 'Enter a domain such as example.com, the part of an address after the @',
      params: { code: 'domain' },
    });
  } else if (isPublicMail(value)) {
    context.addIssue({
      code: 'custom',
      message: `${value} is a public mail service: everybody could sign in. Enter a domain of the company`,
      params: { code: 'publicMail' },
    });
  }
  return value;
});

const domains = z
  .array(domain)
  .max(limits.lists.domainsOfCompany)
  .transform((all) => [...new Set(all)].sort());

/** In lower case, for comparison with the tags of items (specification, section 5). */
const approvalTag = tagLine(limits.bookmark.tag)
  .transform((value) => value.toLowerCase())
  .refine((value) => /.approved$/.test(value) && !showsNothing(value.replace(/approved$/, '')), {
    message: 'The tag must end in “approved”, for example acmeapproved',
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

/** Compares names without regard to case. */
export const isSameName = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

/** Key from the name, else from the first domain: студияромашка becomes studiyaromashka. */
function plainKey(companyName: string, ownDomains: readonly string[]): string {
  const plain = (value: string) => transliterate(value).replaceAll(/[^a-z0-9]/g, '');
  const [firstDomain = ''] = ownDomains;
  const candidates = [plain(companyName), plain(readableDomain(firstDomain).split('.')[0] ?? '')];
  const found = candidates.find((candidate) => candidate.length > 1);
  if (!found) return 'company';
  return /^[a-z]/.test(found) ? found : `c${found}`;
}

/** First free key: acme, else acme2, acme3 … */
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

export const tagOf = (companyKey: string): string => `${companyKey}approved`;

/** Facts for the audit log. */
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

export const isSame = (one: CompanyFacts, other: CompanyFacts): boolean =>
  JSON.stringify(recorded(one)) === JSON.stringify(recorded(other));
