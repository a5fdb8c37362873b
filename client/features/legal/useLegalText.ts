/** Loads a legal text in the language of the page. */
import { useCallback, useEffect, useState } from 'react';
import {
  LegalTextDocument,
  type LegalTextQuery,
  type LegalTextQueryVariables,
} from '../../browser/generated.ts';
import { graphqlCall } from '../../browser/serverCalls.ts';

export type LegalText = LegalTextQuery['legalText'];

export function useLegalText({ document, language }: LegalTextQueryVariables) {
  const [text, setText] = useState<LegalText | null>(null);
  const [failed, setFailed] = useState(false);
  const read = useCallback(() => {
    let isWanted = true;
    graphqlCall(LegalTextDocument, { document, language }).then(
      ({ legalText }) => {
        if (!isWanted) return;
        setText(legalText);
        setFailed(false);
      },
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [document, language]);
  useEffect(read, [read]);
  return { text, failed, retry: () => void read() };
}
