// Commands for the Raindrop fake at a given address.

/** Runs a command of the fake at `address`; throws when it refuses. */
export async function commandBookmarks(
  address: string,
  command: string,
  body: unknown = {},
): Promise<unknown> {
  const answer = await fetch(`${address}/_control/${command}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    throw new Error(`The bookmarks service refused ${command}: ${await answer.text()}`);
  }
  return answer.json();
}
