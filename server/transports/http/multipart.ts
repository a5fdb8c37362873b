// GraphQL multipart requests (github.com/jaydenseric/graphql-multipart-request-spec): an operation whose variables contain files.
import { DomainError } from '../../shared/domainError.ts';

const refusal = () =>
  new DomainError(
    'INVALID',
    'A multipart request holds `operations`, `map` and the files that it names',
  );

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function readJson(text: unknown): Record<string, unknown> {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : null;
    if (isRecord(value)) return value;
  } catch {
    // Refused below.
  }
  throw refusal();
}

/** Puts a file in place of the null at a path such as `variables.files.0.file`. */
function putFile(operations: Record<string, unknown>, path: unknown, bytes: Uint8Array): void {
  const names = String(path).split('.');
  const last = names.pop() ?? '';
  let place: unknown = operations;
  for (const name of names)
    place = isRecord(place) && Object.hasOwn(place, name) ? place[name] : null;
  if (!isRecord(place) || !Object.hasOwn(place, last) || place[last] !== null) throw refusal();
  place[last] = bytes;
}

/**
 * The operation with its files as bytes.
 * @throws DomainError INVALID for a malformed body
 */
export async function readMultipart(
  body: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<Record<string, unknown>> {
  const form = await new Response(body, { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => {
      throw refusal();
    });
  const operations = readJson(form.get('operations'));
  for (const [name, paths] of Object.entries(readJson(form.get('map')))) {
    const file = form.get(name);
    if (!(file instanceof File) || !Array.isArray(paths)) throw refusal();
    const bytes = await file.bytes();
    for (const path of paths) putFile(operations, path, bytes);
  }
  return operations;
}
