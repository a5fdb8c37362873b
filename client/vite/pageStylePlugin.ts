/** Puts the page's own style sheet into its HTML: the first paint waits for no second file. */
import type { Plugin } from 'vite';
import { globalStyle } from '../design/globalStyle.ts';

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
      handler: (html) =>
        html.replace(
          '</head>',
          () => `<style nonce="__NONCE__">${squeeze(globalStyle)}</style></head>`,
        ),
    },
  };
}
