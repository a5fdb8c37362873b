// Plain HTML page that needs no client code.
import type { Language } from '../../shared/language.ts';

interface PlainPage {
  language: Language;
  /** HTML, like `body`. */
  title: string;
  body: string;
}

export const plainPage = ({ language, title, body }: PlainPage): string =>
  [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<meta name="color-scheme" content="light dark"><title>${title}</title>`,
    '<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}',
    'button{font:inherit;min-height:44px;padding:0 1rem}</style></head>',
    `<body><main><h1>Loadout</h1>${body}</main></body></html>`,
  ].join('\n');
