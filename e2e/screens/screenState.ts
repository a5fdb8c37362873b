// What a state of a screen is: who sees it, where, and what is done until it is there.
import type { Page } from '@playwright/test';
import type { Language, Translate } from './words.ts';

export interface Screen {
  page: Page;
  t: Translate;
  language: Language;
}

export interface ScreenState {
  /** Unique; begins with the name of the screen. */
  name: string;
  /** The screen that the title names: a key below `screens` of the common words. */
  title: string;
  /** The name of what the screen shows, which stands in the title instead. */
  named?: string;
  /** The e-mail address of a demo account; none for a visitor. */
  as?: string;
  path: string;
  /** Before the page is opened: answers put in the server's place. */
  before?: (screen: Screen) => Promise<unknown>;
  /** On the open page: what is pressed, and what must be seen in the end. */
  show: (screen: Screen) => Promise<void>;
  /** What the console may say in this state. */
  expected?: RegExp;
}

/** The admin of the demo catalogue, with services, use cases and full progress. */
export const admin = 'igor.volkov@gdev.example';
/** An employee of another company. */
export const member = 'anna.krylova@nexters.example';
/** A service that the admin uses and has written about (demo catalogue). */
export const ownItem = '2';
