/** Puts the page's own style sheet and the fonts into its HTML: the first paint waits for no second file. */
import type { Plugin } from 'vite';
import { globalStyle } from '../design/globalStyle.ts';

const link = /<link rel="stylesheet"[^>]* href="\/([^"]+\.css)"[^>]*>/;

const squeeze = (css: string): string =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .trim();

export function pageStylePlugin(): Plugin {
  return {
    name: 'loadout-page-style',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const style = (fonts: string) =>
          `<style nonce="__NONCE__">${fonts}${squeeze(globalStyle)}</style>`;
        if (!bundle) return html.replace('</head>', () => `${style('')}</head>`);
        const [whole, file = ''] = link.exec(html) ?? [];
        const fonts = bundle[file];
        if (!whole || fonts?.type !== 'asset')
          throw new Error('The page has no style sheet of fonts');
        return html.replace(whole, () => style(String(fonts.source)));
      },
    },
  };
}
