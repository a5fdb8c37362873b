// Account choice page of the fake OpenID provider.
import type { FakePerson } from './people.ts';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const choice = (person: FakePerson): string =>
  `<li><button name="sub" value="${escape(person.sub)}"><b>${escape(person.name)}</b> ${escape(person.email)}${
    person.emailVerified ? '' : ' (not verified)'
  }</button></li>`;

/** @param action target of the form */
export const accountChoicePage = (
  title: string,
  action: string,
  people: readonly FakePerson[],
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 2rem auto; padding: 0 1rem; }
  ul { list-style: none; padding: 0; }
  li button { width: 100%; text-align: left; }
  button, input { font: inherit; padding: .5rem .75rem; margin: .2rem 0; }
</style>
<h1>${escape(title)}</h1>
<p>This is a stand-in for development: it asks for no password.</p>
<form method="post" action="${escape(action)}">
  <ul>${people.map(choice).join('')}</ul>
</form>
<form method="post" action="${escape(action)}">
  <p><label>Another e-mail address<br><input name="email" type="email" required autocomplete="off" size="34"></label></p>
  <p><label><input type="checkbox" name="verified" checked> the address is verified</label></p>
  <p><button>Sign in</button></p>
</form>
<form method="post" action="${escape(action)}"><button name="cancel" value="1">Cancel</button></form>
`;
