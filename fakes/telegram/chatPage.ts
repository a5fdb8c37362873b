// Web page for chatting with the bot by hand.
import type { SentMessage } from './chats.ts';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const withLinks = (text: string): string =>
  escape(text).replaceAll(/https?:\/\/\S+/g, (address) => `<a href="${address}">${address}</a>`);

export const chatPage = (
  botName: string,
  messages: readonly SentMessage[],
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Telegram (stand-in)</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
  pre { white-space: pre-wrap; font: inherit; border-left: 3px solid; padding-left: .75rem; }
  button, input, select { font: inherit; padding: .3rem .5rem; }
</style>
<h1>@${escape(botName)}</h1>
<p>A link https://t.me/${escape(botName)}?start=TOKEN is followed by writing <code>/start TOKEN</code> here.</p>
<form method="post" action="/">
  <p><label>Telegram id <input name="id" value="1001" inputmode="numeric"></label>
  <label>Name <input name="name" value="Anna"></label>
  <label>User name <input name="username" value="anna_k"></label>
  <label>Language <select name="language"><option>ru</option><option>en</option></select></label></p>
  <p><label>Message <input name="text" value="/start" size="60"></label> <button>Send</button></p>
</form>
<h2>What the bot wrote</h2>
${messages
  .map(
    ({ chatId, text, buttons }) => `<section><h3>To ${chatId}</h3><pre>${withLinks(text)}</pre>
${buttons
  .map(
    (button) =>
      `<form method="post" action="/"><input type="hidden" name="id" value="${chatId}"><input type="hidden" name="press" value="${escape(button.data)}"><button>${escape(button.text)}</button></form>`,
  )
  .join('')}</section>`,
  )
  .toReversed()
  .join('')}
`;
