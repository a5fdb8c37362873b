// Address of a page as people write it.
import { limits } from '../../../config/limits.ts';
import { text } from '../../../shared/validation.ts';
import { isHttpAddress } from './normaliseAddress.ts';

/** An address fit to be stored and shown: http or https, no user name, no password. */
const addressText = text(limits.bookmark.addressBytes)
  .transform((value) => value.trim())
  .refine(
    (value) => {
      const url = URL.parse(value);
      return (
        url !== null &&
        isHttpAddress(value) &&
        url.username === '' &&
        url.password === '' &&
        Buffer.byteLength(url.href) <= limits.bookmark.addressBytes
      );
    },
    { message: 'This is no web address', params: { code: 'address' } },
  )
  .transform((value) =>
    /^https?:\/\/[^\s\p{Cc}<>"\\]+$/u.test(value) ? value : new URL(value).href,
  );

/** An address as people write it: without https:// too. */
export const writtenAddress = text(limits.bookmark.addressBytes)
  .transform((value) => value.trim())
  .transform((value) => (/^\w+:/.test(value) || !value.includes('.') ? value : `https://${value}`))
  .pipe(addressText);
