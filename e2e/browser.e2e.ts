// The browser that came with the packages is the same everywhere: what passes on a machine with many fonts passes on one without.
import { findChromium } from '../scripts/chromium.ts';
import { address, expect, test } from './journey.ts';

const { env = {} } = (await findChromium()) ?? {};
test.skip(
  !('FONTCONFIG_FILE' in env),
  'a browser of the system draws with the fonts of the system',
);

for (const family of ['serif', 'sans-serif', 'monospace', 'system-ui', 'Arial']) {
  test(`no font of the system is drawn with: ${family}`, async ({ page }) => {
    await page.goto(`${address()}/api/v1/health`);
    await page.setContent(`<p style="font-family: ${family}">Слово, word</p>`);
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: 'p',
    });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    await session.detach();
    expect(fonts.map(({ familyName }) => familyName)).toEqual(['Open Sans']);
  });
}
