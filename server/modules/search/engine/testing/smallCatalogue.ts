// A handful of services and a short thesaurus for the tests of the engine.
import { parseThesaurus } from '../../vocabulary/thesaurus/parseThesaurus.ts';
import type { DocumentTag, SearchDocument } from '../searchDocument.ts';
import { Engine, type Found, type Query, type Window } from '../engine.ts';
import { Index } from '../invertedIndex.ts';
import { Thesaurus } from '../thesaurus.ts';

export const smallThesaurus = new Thesaurus(
  parseThesaurus([
    `
    image | картинка, изображение, иллюстрация | image, picture |
    image-generation | генерация изображений, нарисовать картинку | image generation, text to image | > image
    background-removal | удалить фон, убрать фон | remove background, background remover | > image
    voice | голос, речь | voice, speech |
    voiceover | озвучка, озвучить, закадровый голос | voiceover, text to speech | > voice
    transcription | расшифровка, речь в текст | transcription, speech to text | > voice ~ subtitles
    subtitles | субтитры | subtitles, captions |
    chat | чат, собеседник | chat, chatbot |
    code | код | code |
    no-code | без кода | without code |
    music | музыка | music |
    song | песня | song | > music
    karaoke | караоке | karaoke | > song ~ code
    ad-creatives | рекламные креативы, (креатив) | ad creatives, (creative) |
    game-engine | игровой движок | game engine |
    flat | купить квартиру | buy a flat |
    dashboard | дашборд | dashboard |
    competitor-analysis | анализ конкурентов, конкуренты | competitor analysis, competitors |
    game-references | похожие игры | similar games |
    voice-cloning | клон голоса | clone of a voice |
    prop | меч | sword |
    free | бесплатно, без оплаты | free, no payment |
    open-source | открытый код | open source |
    beyond-work | вне работы | beyond work |
    dinner | сварить суп | make soup | > beyond-work
    = midjourney, мидджорни | image-generation
    = chatgpt, чат джипити | chat
    = murf, мерф, (motion) | voiceover
    = tableau, таблео | dashboard
    = picture | chat
    = DALL·E, далли | image-generation
    = Make | voiceover
    = Scribbler | subtitles voiceover
    = Dreamer AI | image-generation
    = Minstrel | karaoke
    = Herald HQ | voiceover
    = Google Heralds | voiceover
    = Subtitles FM | voiceover
    : помидоры мост mouse runaway candle boots
    `,
  ]),
);

export const plainTag = (name: string): DocumentTag => ({
  name,
  ru: name,
  en: name,
  isApproval: false,
});

export const approvalTag = (name: string): DocumentTag => ({ ...plainTag(name), isApproval: true });

export const service = (
  id: number,
  title: string,
  description: string,
  more: Partial<SearchDocument> = {},
): SearchDocument => ({
  id,
  title: { ru: null, en: title },
  description: /[а-я]/i.test(description)
    ? { ru: description, en: null }
    : { ru: null, en: description },
  tags: [],
  tasks: { ru: [], en: [] },
  cases: [],
  likes: 0,
  usedBy: {},
  addedAt: 0,
  isVisible: true,
  ...more,
});

export const engineOf = (
  documents: readonly SearchDocument[],
  thesaurus: Thesaurus = smallThesaurus,
): Engine => {
  const index = new Index(thesaurus);
  for (const document of documents) index.put(document);
  return new Engine(index);
};

const asked = (text: string, more: Partial<Query> = {}): Query => ({
  text,
  tags: [],
  approvedBy: null,
  seesHidden: false,
  isExact: false,
  ...more,
});

const firstPage: Window = { page: 0, perPage: 12, sort: 'likes desc' };

/** Searches as everybody does. */
export const find = (engine: Engine, text: string, more: Partial<Query & Window> = {}): Found => {
  const { page, perPage, sort, company = null, ...query } = { ...firstPage, ...more };
  return engine.search(asked(text, query), { page, perPage, sort, company });
};
