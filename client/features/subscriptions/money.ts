/** Amounts in minor units of a currency: shown, and read from a field. */
import type { Language } from '../../i18n/languages.ts';

const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2;

const isCode = (currency: string): boolean => /^[A-Z]{3}$/.test(currency);

/** `EUR 12.50`: several currencies share a sign, and a font may lack it. */
export const formatMoney = (minor: number, currency: string, language: Language): string =>
  new Intl.NumberFormat(language === 'ru' ? 'ru' : 'en-GB', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
  }).format(minor / 10 ** minorDigits(currency));

/** The text of a field: `12.50`. */
export const priceText = (minor: number, currency: string): string => {
  const digits = minorDigits(currency);
  return (minor / 10 ** digits).toFixed(digits);
};

/** `12.5` or `12,50` in minor units; null for text that is no exact amount. */
export function parsePrice(text: string, currency: string): number | null {
  const digits = isCode(currency) ? minorDigits(currency) : 2;
  const found = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text.trim().replaceAll(/[\s\u00A0]/g, ''));
  const [, whole = '', fraction = ''] = found ?? [];
  if (whole === '' || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, '0'));
}
