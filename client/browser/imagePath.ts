/** Where a picture is read (specification, section 7). */

/** Our own pictures directly, foreign ones through the proxy: the page shows no foreign address itself. */
export const imagePath = (url: string): string =>
  /^https?:/i.test(url) && new URL(url).origin !== location.origin
    ? `/api/v1/proxy/image?url=${encodeURIComponent(url)}`
    : url;
