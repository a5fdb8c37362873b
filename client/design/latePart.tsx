/** Parts of a screen that are loaded when they are wanted: those that stand in a place of their own (see partOf.tsx). */
import { useEffect, type ComponentType, type ReactNode } from 'react';
import { isQuiet } from '../browser/quietMoment.ts';
import { LateFailure, type Late } from './LateFailure.tsx';
import { partOf, type Load } from './partOf.tsx';

/** Something of the page: `waiting` keeps its place, its failure stands there with a retry. */
export const latePart = <Props extends object>(
  load: Load<Props>,
  waiting: ReactNode = null,
): ComponentType<Props> =>
  partOf(load, (late) => (late.failure ? <LateFailure {...late} /> : waiting));

/** How often something that nobody asked for is tried again, in milliseconds. */
export const laterMs = 60_000;

function TryLater({ failure, attempt }: Late) {
  useEffect(() => {
    if (!failure) return undefined;
    const later = setInterval(() => isQuiet() && void attempt(), laterMs);
    return () => clearInterval(later);
  }, [failure, attempt]);
  return null;
}

/** Something that nobody asked for: it says nothing, and tries again later, in a quiet moment. */
export const quietPart = <Props extends object>(load: Load<Props>): ComponentType<Props> =>
  partOf(load, (late) => <TryLater {...late} />, isQuiet);
