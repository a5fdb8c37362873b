/** Interpolation of values into texts: a right-to-left value is isolated, so that it does not turn the words around it. */
import type { InterpolationOptions } from 'i18next';

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Direction marks and overrides; texts that were stored before they were cleaned may hold some. */
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** React escapes markup. */
export const interpolation: InterpolationOptions = {
  escape(value) {
    const text = value.replaceAll(directionMarks, '');
    return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
  },
};
