/** Upload of files as they are: operations whose variables hold files go as GraphQL multipart requests, with their progress. */
import { ApolloLink } from '@apollo/client';
import { ServerError } from '@apollo/client/errors';
import { print } from '@apollo/client/utilities';
import { Observable } from 'rxjs';

/** Context of an operation with files. */
export interface UploadContext {
  /** Bytes that have left, of all. */
  onUpload?: (sent: number, total: number) => void;
  /** Ends the upload. */
  signal?: AbortSignal;
}

/** The files among the variables by their paths, and the variables with null in their places. */
function extractFiles(value: unknown, path: string, files: Map<string, File>): unknown {
  if (value instanceof File) {
    files.set(path, value);
    return null;
  }
  if (Array.isArray(value))
    return value.map((one, place) => extractFiles(one, `${path}.${place}`, files));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, extractFiles(one, `${path}.${name}`, files)]),
  );
}

function formOf(operations: object, files: ReadonlyMap<string, File>): FormData {
  const form = new FormData();
  const named = [...files].map(([path, file], place) => ({ name: String(place), path, file }));
  form.append('operations', JSON.stringify(operations));
  form.append(
    'map',
    JSON.stringify(Object.fromEntries(named.map((one) => [one.name, [one.path]]))),
  );
  for (const { name, file } of named) form.append(name, file, file.name);
  return form;
}

/** The answer of the API; null for a page of a proxy. */
function readAnswer(text: string): ApolloLink.Result | null {
  try {
    const answer: unknown = JSON.parse(text);
    const isAnswer =
      typeof answer === 'object' && answer !== null && ('data' in answer || 'errors' in answer);
    return isAnswer ? (answer as ApolloLink.Result) : null;
  } catch {
    return null;
  }
}

/** A fetch would not say how far an upload is. */
function send(
  form: FormData,
  headers: Record<string, string>,
  { onUpload, signal }: UploadContext,
): Observable<ApolloLink.Result> {
  return new Observable((observer) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/graphql');
    request.setRequestHeader('accept', 'application/graphql-response+json, application/json');
    for (const [name, text] of Object.entries(headers)) request.setRequestHeader(name, text);
    request.upload.addEventListener('progress', ({ loaded, total }) => onUpload?.(loaded, total));
    request.addEventListener('load', () => {
      const answer = readAnswer(request.responseText);
      if (!answer) {
        const { status, responseText: bodyText } = request;
        const response = new Response(null, { status });
        observer.error(new ServerError(`The upload ended with ${status}`, { response, bodyText }));
        return;
      }
      observer.next(answer);
      observer.complete();
    });
    request.addEventListener('error', () => observer.error(new TypeError('The upload broke off')));
    const abort = () => {
      request.abort();
      observer.error(signal?.reason);
    };
    if (signal?.aborted) {
      abort();
      return undefined;
    }
    signal?.addEventListener('abort', abort, { once: true });
    request.send(form);
    return () => {
      signal?.removeEventListener('abort', abort);
      request.abort();
    };
  });
}

/** Passes operations without files on. */
export const uploadLink = new ApolloLink((operation, forward) => {
  const files = new Map<string, File>();
  const variables = extractFiles(operation.variables, 'variables', files);
  if (files.size === 0) return forward(operation);
  const { headers = {}, ...context } = operation.getContext() as UploadContext & {
    headers?: Record<string, string>;
  };
  const { operationName, query } = operation;
  return send(formOf({ operationName, query: print(query), variables }, files), headers, context);
});
